// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FutexIT {

    private int fd;
    private long address;

    @BeforeEach
    void mapWord() {
        fd = Memory.memfd("word", PeerProgram.LENGTH);
        address = Memory.map(fd, 0, PeerProgram.LENGTH, true);
    }

    @AfterEach
    void unmapWord() {
        Memory.unmap(address, PeerProgram.LENGTH);
        Descriptors.close(fd);
    }

    @Test
    void shouldNotSleepIfTheWordHasChanged() {
        Memory.buffer(address, 4).putInt(0, 7);
        assertThat(Futex.await(address, 6, TimeUnit.SECONDS.toNanos(30))).isEqualTo(-Errno.EAGAIN);
    }

    @Test
    void shouldSleepAtLeastUntilTheTimeIsOver() {
        long start = System.nanoTime();
        int result;
        do {
            result = Futex.await(address, 0, TimeUnit.MILLISECONDS.toNanos(20));
        } while (result == -Errno.EINTR);
        assertThat(result).isEqualTo(-Errno.ETIMEDOUT);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
    }

    @Test
    void shouldWakeNobodyWhereNobodySleeps() {
        assertThat(Futex.wake(address, 1)).isZero();
    }

    @Test
    void shouldWakeAnotherProcessThatMapsTheWordReadOnly(@TempDir Path directory) throws InterruptedException {
        String path = directory.resolve("meet").toString();
        int listener = UnixSocket.listen(path, 0600, 1);
        ByteBuffer word = Memory.buffer(address, PeerProgram.LENGTH);
        word.putInt(0, 41);
        Memory.seal(fd);
        try (SecondJvm sleeper = SecondJvm.start(PeerProgram.class, "sleep-on-passed-memory", path)) {
            UnixSocket.await(listener, true, TimeUnit.SECONDS.toNanos(30));
            int socket = UnixSocket.accept(listener);
            UnixSocket.send(socket, ByteBuffer.allocateDirect(1), 0, 1, fd);
            assertThat(sleeper.readLine()).isEqualTo("sleeping on 41");
            while (Futex.wake(address, 1) == 0) {
                Thread.sleep(1); // it prints this just before it sleeps
            }
            assertThat(sleeper.readLine()).isEqualTo("result 0, word 41");
            Descriptors.close(socket);
        } finally {
            Descriptors.close(listener);
        }
    }

    @Test
    void shouldRefuseAnAddressThatIsNotAWords() {
        assertThatThrownBy(() -> Futex.wake(address + 2, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
