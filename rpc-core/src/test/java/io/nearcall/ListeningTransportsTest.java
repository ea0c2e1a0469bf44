// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.spi.RemoteTransport;
import io.nearcall.test.PrivateDirectory;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** An endpoint that begins to listen for other hosts, and then cannot be opened. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class ListeningTransportsTest {

    private final AtomicInteger open = new AtomicInteger();

    /** One that listens, or fails to. */
    private final class Door implements RemoteTransport {

        private final Throwable obstacle; // null if it can listen

        Door(Throwable obstacle) {
            this.obstacle = obstacle;
        }

        @Override
        public String scheme() {
            return "door";
        }

        @Override
        public Session connect(String place, Receiver receiver) {
            throw new IllegalArgumentException("place=" + place);
        }

        @Override
        public AutoCloseable listen(Function<Session, Receiver> acceptor) throws IOException {
            if (obstacle instanceof IOException e) {
                throw e;
            }
            if (obstacle instanceof Error e) {
                throw e;
            }
            open.incrementAndGet();
            return open::decrementAndGet;
        }
    }

    private void openWith(Door second) {
        Endpoint.builder().transport(new Door(null)).transport(second).open().close();
    }

    @Test
    void shouldStopListeningIfTheNextTransportCannotListen() {
        assertThatThrownBy(() -> openWith(new Door(new IOException("the port is taken"))))
                .isInstanceOf(TransportException.class);
        assertThat(open).hasValue(0);
    }

    @Test
    void shouldStopListeningIfThereIsAShortageBehindIt() {
        Error shortage = new OutOfMemoryError("no thread can be had");
        assertThatThrownBy(() -> openWith(new Door(shortage))).isSameAs(shortage);
        assertThat(open).hasValue(0);
    }

    @Test
    void shouldStopListeningWhenItIsClosed() {
        openWith(new Door(null));
        assertThat(open).hasValue(0);
    }
}
