// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.classic.LockOutcome;
import io.nearcall.ipc.classic.ProgramProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

class LinuxPortableIT extends PortableContract {

    @TempDir
    private static Path meeting;

    @Override
    ProgramProcess start() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProgramProcess(
                List.of("env", "NEARCALL_DIR=" + meeting.resolve("nearcall"), java),
                System.getProperty("java.class.path"),
                PortableProgram.class);
    }

    @Override
    LockOutcome afterTheOwnersThread() {
        return LockOutcome.TIMED_OUT;
    }
}
