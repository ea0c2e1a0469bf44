// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Lets a second process have System V objects, and limits of them, of its own. */
public final class IpcNamespace {

    /** For {@link SecondJvm#startBy}. Any user may use it, if the host permits namespaces of users. */
    public static final List<String> LAUNCHER = List.of("unshare", "-r", "--ipc");

    private IpcNamespace() {}

    /** Whether limits can be set on this host. */
    public static boolean isAvailable() throws InterruptedException {
        try {
            return new ProcessBuilder("unshare", "-r", "--ipc", "sh", "-c", "echo 1 >/proc/sys/kernel/msgmni")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false; // there is no unshare
        }
    }

    /** In the second process, such as {@code msgmni}. */
    public static void limit(String name, String value) throws IOException {
        Files.writeString(Path.of("/proc/sys/kernel", name), value);
    }
}
