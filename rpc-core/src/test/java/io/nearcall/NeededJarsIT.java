// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.rmi.LocateRegistry;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A class path that lacks something. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class NeededJarsIT {

    @ParameterizedTest
    @CsvSource({
        "kryo5-, com.esotericsoftware.kryo:kryo5",
        "codegen, io.nearcall:nearcall-codegen",
        "ipc-native, io.nearcall:nearcall-ipc-native",
    })
    void shouldNameTheJarThatIsMissing(String part, String missing) {
        String without = Stream.of(OtherJvm.classPath().split(File.pathSeparator))
                .filter(entry -> !tail(entry).contains(part))
                .collect(Collectors.joining(File.pathSeparator));
        for (Class<?> program : List.of(Program.class, RmiProgram.class)) {
            try (OtherJvm jvm = OtherJvm.start(List.of(), without, program)) {
                assertThat(jvm.readLine())
                        .contains("IllegalStateException", missing + ". Depend on", "nearcall-rpc-core");
            }
        }
    }

    /** The file, or the module's directory. */
    private static String tail(String entry) {
        Path path = Path.of(entry);
        return path.endsWith("target/classes")
                ? path.getName(path.getNameCount() - 3).toString()
                : path.getFileName().toString();
    }

    /** Creates a registry, and catches the exceptions that programs catch. */
    static final class RmiProgram {
        private RmiProgram() {}

        public static void main(String[] arguments) {
            try {
                LocateRegistry.createRegistry(0);
            } catch (Exception e) {
                System.out.println(e);
            }
        }
    }

    /** Opens an endpoint, and catches the exceptions that programs catch. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            try {
                Endpoint.open().close();
            } catch (Exception e) {
                System.out.println(e);
            }
        }
    }
}
