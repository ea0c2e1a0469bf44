// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A process with hardly any free descriptors, and a service whose lock a cleaner has removed. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class ShortOfDescriptorsIT {

    @Test
    void shouldNotRemoveTheSocketOfALivingServiceThatItCannotConnectTo() throws Exception {
        Path directory = Path.of(System.getProperty("io.nearcall.dir"));
        List<String> limited = List.of("bash", "-c", "ulimit -n 256 && exec \"$0\" \"$@\"");
        try (Endpoint endpoint = Endpoint.open();
                OtherJvm jvm = OtherJvm.start(limited, 64, Poor.class)) {
            assertThat(jvm.readLine()).isEqualTo("ready");
            endpoint.export(Runnable.class, () -> {}, "orders");
            Object socket = Files.getAttribute(directory.resolve("orders.sock"), "unix:ino");
            Files.delete(directory.resolve("orders.lock"));
            jvm.writeLine("go");
            assertThat(jvm.readLine()).contains("ServiceNameInUseException");
            assertThat(Files.getAttribute(directory.resolve("orders.sock"), "unix:ino"))
                    .isEqualTo(socket);
        }
    }

    /** Exports with ever more descriptors left, until there are enough for the lock of the name. */
    static final class Poor {
        private Poor() {}

        public static void main(String[] arguments) throws IOException {
            try (Endpoint endpoint = Endpoint.open()) {
                load(endpoint);
                System.out.println("ready");
                System.in.read();
                Deque<FileInputStream> all = new ArrayDeque<>();
                takeAll(all);
                String failure;
                do {
                    all.pop().close();
                    failure = refused(endpoint, "orders");
                } while (failure.contains("EMFILE"));
                while (!all.isEmpty()) {
                    all.pop().close();
                }
                System.out.println(failure);
            }
        }

        /** The classes that exporting, and its failures, need: each takes a descriptor for a moment. */
        private static void load(Endpoint endpoint) {
            OsException shortage = new OsException("connect", Errno.EMFILE, "");
            new TransportException(Outcome.NOT_SENT, "", "", shortage).toString();
            try (Export export = endpoint.export(Runnable.class, () -> {}, "other")) {
                refused(endpoint, export.name());
                Files.delete(Path.of(System.getProperty("io.nearcall.dir"), "other.lock"));
                try (Endpoint second = Endpoint.open()) {
                    refused(second, export.name());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static String refused(Endpoint endpoint, String name) {
            try {
                endpoint.export(Runnable.class, () -> {}, name);
                return "exported";
            } catch (NearcallException | IllegalArgumentException e) {
                return e.toString();
            }
        }

        private static void takeAll(Deque<FileInputStream> into) {
            try {
                while (true) {
                    into.push(new FileInputStream("/dev/null"));
                }
            } catch (IOException e) {
                // there are no more
            }
        }
    }
}
