// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.NativeLibraryException;
import io.nearcall.ipc.os.WindowsException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ElsewhereTest {

    @Test
    void shouldSayOnLinuxThatThisIsForWindows() {
        assertThatExceptionOfType(NativeLibraryException.class)
                .isThrownBy(() -> NamedSemaphore.create("Local\\orders", 0, 1))
                .withMessageContaining("runs on Windows on x86-64 only")
                .withMessageContaining("io.nearcall.ipc.classic.portable");
        assertThatExceptionOfType(NativeLibraryException.class)
                .isThrownBy(() -> PipeStream.connect("\\\\.\\pipe\\orders", Duration.ZERO));
    }

    @Test
    void shouldNameTheErrorOfWindowsAndTheClosestOfLinux() {
        WindowsException failure = new WindowsException("OpenSemaphore", 2, "Local\\orders");
        assertThat(failure.code()).isEqualTo(2);
        assertThat(failure.errno()).isEqualTo(Errno.ENOENT);
        assertThat(failure)
                .hasMessage("OpenSemaphore: no such file or directory (ENOENT): Local\\orders (error 2 of Windows)");
        assertThat(new WindowsException("CreateMutex", 4711, "x").errno()).isEqualTo(Errno.EIO);
    }
}
