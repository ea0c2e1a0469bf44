// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProcessDescriptorIT {

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    @Test
    void shouldBecomeReadableWhenTheProcessIsKilled() {
        try (SecondJvm other = SecondJvm.start(PeerProgram.class, "wait")) {
            int pidfd = ProcessDescriptor.open(other.pid());
            assertThat(ProcessDescriptor.isAlive(pidfd)).isTrue();
            assertThat(ProcessDescriptor.isDead(other.pid())).isFalse();
            other.kill();
            assertThat(UnixSocket.await(pidfd, true, PATIENCE_NS)).isEqualTo(1);
            assertThat(ProcessDescriptor.isAlive(pidfd)).isFalse();
            assertThat(ProcessDescriptor.isDead(other.pid())).isTrue();
            Descriptors.close(pidfd);
        }
    }

    @Test
    void shouldFindTheProcessAtTheOtherEndOfASocket(@TempDir Path directory) {
        String path = directory.resolve("orders").toString();
        int listener = UnixSocket.listen(path, 0600, 1);
        try (SecondJvm client = SecondJvm.start(PeerProgram.class, "connect", path)) {
            assertThat(client.readLine()).isEqualTo("done");
            int socket = UnixSocket.accept(listener);
            int pidfd = ProcessDescriptor.ofPeer(socket);
            assertThat(ProcessDescriptor.isAlive(pidfd)).isTrue();
            client.kill();
            assertThat(UnixSocket.await(pidfd, true, PATIENCE_NS)).isEqualTo(1);
            assertThat(ProcessDescriptor.isAlive(pidfd)).isFalse();
            Descriptors.close(pidfd);
            Descriptors.close(socket);
        } finally {
            Descriptors.close(listener);
        }
    }

    @Test
    void shouldTellWhetherTwoDescriptorsStandForOneProcess() {
        try (SecondJvm other = SecondJvm.start(PeerProgram.class, "wait")) {
            int own = ProcessDescriptor.open(CurrentProcess.pid());
            int ownAgain = ProcessDescriptor.open(CurrentProcess.pid());
            int others = ProcessDescriptor.open(other.pid());
            assertThat(ProcessDescriptor.isSame(own, ownAgain)).isTrue();
            assertThat(ProcessDescriptor.isSame(own, others)).isFalse();
            List.of(own, ownAgain, others).forEach(Descriptors::close);
        }
    }

    @Test
    void shouldSayThatThereIsNoSuchProcess() {
        assertThat(ProcessDescriptor.open(Integer.MAX_VALUE)).isEqualTo(-Errno.ESRCH);
    }

    @Test
    void shouldKnowItself() {
        assertThat(CurrentProcess.pid()).isEqualTo((int) ProcessHandle.current().pid());
    }
}
