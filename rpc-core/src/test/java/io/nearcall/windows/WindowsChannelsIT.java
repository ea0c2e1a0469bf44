// SPDX-License-Identifier: Apache-2.0
package io.nearcall.windows;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of a channel, and what only the host on Windows does, under Wine. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class WindowsChannelsIT extends UnderWine {

    /* Java 17: the directories of tests have random names, and random numbers end a JVM of Java 25 under Wine 8. */
    private static final int VERSION = 17;

    @Test
    void shouldKeepTheContractOverFileMappings() throws Exception {
        shouldPass("mapping", "io.nearcall.ipc.mapping.MappingChannelSuite");
    }

    @Test
    void shouldKeepTheContractOverPipes() throws Exception {
        shouldPass("pipes", "io.nearcall.ipc.pipe.PipeChannelSuite");
    }

    private static void shouldPass(String name, String suite) throws Exception {
        run("contract-" + name, VERSION, "shm", 50, List.of(), List.of("--select-class", suite));
    }

    @Test
    void shouldRefuseMemoryThatIsNotThere() throws Exception {
        run("maps", 25, "shm", 3, List.of(), List.of("--select-class", "io.nearcall.ipc.mapping.MappedMapsSuite"));
    }

    @Test
    void shouldAcceptAsTheListenerSays() throws Exception {
        String suite = "io.nearcall.ipc.host.windows.PipeListenerSuite";
        run("listener", 25, "shm", 1, List.of(), List.of("--select-class", suite));
    }

    @Test
    void shouldSayThatTheLibraryIsMissing() throws Exception {
        List<String> missing = List.of("-Dio.nearcall.native.library=Z:\\missing.dll");
        run("missing", 25, "shm", 1, missing, List.of("--select-class", WithoutLibrary.class.getName()));
    }

    @Test
    void shouldMeetAsTheHostSays() throws Exception {
        run("host", 25, "shm", 8, List.of(), List.of("--select-class", HostOnWindows.class.getName()));
    }
}
