// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nearcall.cells.ForeignFunctions;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A process with foreign functions in the place of the native library, and one that has the library. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
class WithForeignFunctionsIT {

    private static final int FIRST_JDK = 22;

    @BeforeAll
    static void assumeForeignFunctions() {
        assumeTrue(Runtime.version().feature() >= FIRST_JDK, "the JDK has no foreign functions");
        assumeTrue(ForeignFunctions.areBuilt(), "ipc-native/ffm has not been built");
    }

    @Test
    void shouldCallAndBeCalledThroughMemoryAndFifos() {
        try (OtherJvm foreign = start();
                Endpoint endpoint = Endpoint.builder().channel("auto").open()) {
            assertThat(ask(foreign, "export Workshop")).isEqualTo("done");
            byte[] large = new byte[3_000_000];
            large[2_999_999] = 7;
            for (String address : List.of("shm:Workshop", "fifo:Workshop")) {
                Workshop remote = endpoint.lookup(Workshop.class, address);
                assertThat(remote.bytes(large)).isEqualTo(large);
                assertThat(remote.pid()).isEqualTo(foreign.pid());
                assertThat(Remotes.peer(remote).pid()).isEqualTo(foreign.pid());
            }
            endpoint.export(Workshop.class, new QuietWorkshop(), "native");
            assertThat(ask(foreign, "call shm:native")).isEqualTo("done");
            assertThat(ask(foreign, "call fifo:native")).isEqualTo("done");
        }
    }

    @Test
    void shouldLoseACallToOneThatIsKilled() throws Exception {
        try (OtherJvm foreign = start();
                Endpoint endpoint = Endpoint.builder().channel("shm").open()) {
            assertThat(ask(foreign, "export Workshop")).isEqualTo("done");
            Workshop remote = endpoint.lookup(Workshop.class, "shm:Workshop");
            CompletableFuture<Throwable> failure =
                    CompletableFuture.supplyAsync(() -> catchThrowable(remote::waitForInterrupt));
            assertThat(ask(foreign, "awaitCall")).isEqualTo("done");
            foreign.kill();
            assertThat(failure.get(20, TimeUnit.SECONDS)).isInstanceOf(ConnectionLostException.class);
        }
    }

    private static OtherJvm start() {
        String classPath = ForeignFunctions.classPath(OtherJvm.classPath());
        return OtherJvm.start(List.of(), classPath, WithoutLibraryIT.Plain.class);
    }

    private static String ask(OtherJvm jvm, String command) {
        jvm.writeLine(command);
        return jvm.readLine();
    }
}
