// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a fresh JVM loads until its first result, over shared memory. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public final class ColdStartIT {

    /** What takes long to come up, and what is needed only for values that no call has had yet. */
    private static final List<String> UNNECESSARY = List.of(
            "java.security.SecureRandom",
            "java.util.logging.LogManager",
            "sun.util.calendar.ZoneInfoFile",
            "java.time.zone.TzdbZoneRulesProvider",
            "io.nearcall.internal.codec.FurtherCodecs",
            "io.nearcall.internal.codec.FurtherValues",
            "io.nearcall.internal.codec.FurtherContainers");

    @TempDir
    private Path directory;

    @RemoteService
    public interface Adder {
        int add(int a, int b);
    }

    @Test
    void shouldLoadNothingForTheFirstCallThatItDoesNotNeed() throws Exception {
        Path log = directory.resolve("loaded");
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Adder.class, (a, b) -> a + b, "shm:adder");
            List<String> options = List.of("-Xlog:class+load:file=" + log);
            try (OtherJvm fresh = OtherJvm.start(options, OtherJvm.classPath(), Fresh.class, "shm:adder")) {
                assertThat(fresh.readLine()).isEqualTo("5");
            }
        }
        try (Stream<String> lines = Files.lines(log)) {
            List<String> loaded = lines.map(line -> line.replaceFirst("^(\\[[^]]*] ?)*", ""))
                    .map(line -> line.replaceFirst(" .*", ""))
                    .toList();
            assertThat(loaded)
                    .contains("io.nearcall.internal.codec.LaneCodec")
                    .doesNotContainAnyElementsOf(UNNECESSARY);
            assertThat(loaded)
                    .filteredOn(name -> name.startsWith("io.nearcall.internal.codec.BuiltInCodecs$$Lambda"))
                    .hasSizeLessThan(10); // of some 90
        }
    }

    /** Calls the service of that name once. */
    static final class Fresh {

        private Fresh() {}

        public static void main(String[] arguments) {
            try (Endpoint endpoint = Endpoint.open()) {
                int sum = endpoint.lookup(Adder.class, arguments[0]).add(2, 3);
                Runtime.getRuntime().halt(say(sum));
            }
        }

        private static int say(int sum) {
            System.out.println(sum);
            return 0;
        }
    }
}
