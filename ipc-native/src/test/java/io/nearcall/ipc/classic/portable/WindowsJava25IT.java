// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.classic.LockOutcome;
import io.nearcall.ipc.classic.ProgramProcess;
import io.nearcall.ipc.classic.Wine;
import java.io.IOException;

class WindowsJava25IT extends PortableContract {

    @Override
    ProgramProcess start() throws IOException {
        return Wine.start(25, PortableProgram.class);
    }

    @Override
    LockOutcome afterTheOwnersThread() {
        return LockOutcome.OWNER_DIED;
    }
}
