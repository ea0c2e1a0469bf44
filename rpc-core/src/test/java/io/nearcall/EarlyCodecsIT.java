// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A server makes the codecs of its values before anybody calls it. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class EarlyCodecsIT {

    @TempDir
    private Path directory;

    public interface Depot {
        Crate store(List<Crate> crates);
    }

    public record Crate(String label, int kg) {}

    /** Offers a depot that is never called. */
    static final class Server {
        private Server() {}

        public static void main(String[] arguments) throws IOException {
            try (Endpoint endpoint = Endpoint.open()) {
                endpoint.export(Depot.class, crates -> crates.get(0), "depot");
                System.in.read();
            }
        }
    }

    @Test
    void shouldMakeCodecsWhileNobodyCalls() throws Exception {
        Path log = directory.resolve("loaded");
        try (OtherJvm server =
                OtherJvm.start(List.of("-Xlog:class+load:file=" + log), OtherJvm.classPath(), Server.class)) {
            String codec = Crate.class.getName() + "$Codec";
            while (!Files.exists(log) || !Files.readString(log).contains(codec)) {
                Thread.sleep(10); // there is no notification
            }
            assertThat(server.isEnding()).isFalse();
        }
    }
}
