// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Caller;
import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.Endpoint;
import io.nearcall.RemoteService;
import io.nearcall.Remotes;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A service that learns how its callers go, though they pass it nothing. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class CallersDeathIT {

    /** Keeps a book of its guests. */
    @RemoteService
    public interface Inn {
        void enter();

        void enterAndLeave();
    }

    private static final class Innkeeper implements Inn {
        final BlockingQueue<Loss> gone = new LinkedBlockingQueue<>();

        @Override
        public void enter() {
            Caller.current().onDeath(gone::add);
        }

        @Override
        public void enterAndLeave() {
            Remotes.Registration registration = Caller.current().onDeath(gone::add);
            registration.close();
            registration.close();
        }

        Loss nextGone() throws InterruptedException {
            return gone.poll(10, TimeUnit.SECONDS);
        }
    }

    /** Enters, closes its endpoint if its argument says so, and stays. */
    static final class Guest {
        public static void main(String[] args) throws Exception {
            try (Endpoint endpoint = Endpoint.open()) {
                endpoint.lookup(Inn.class).enter();
                System.out.println("in");
                if (!args[0].equals("close")) {
                    Thread.sleep(60_000); // until it is killed
                }
            }
            Thread.sleep(60_000); // the process outlives its endpoint until it is killed
        }
    }

    @Test
    void shouldTellHowTheCallerHasGone() throws Exception {
        Innkeeper keeper = new Innkeeper();
        try (Endpoint server = Endpoint.open()) {
            server.export(Inn.class, keeper);
            try (OtherJvm guest = OtherJvm.start(Guest.class, "close")) {
                assertThat(keeper.nextGone()).isEqualTo(Loss.CLOSED);
                assertThat(ProcessHandle.of(guest.pid())).isPresent();
            }
            try (OtherJvm guest = OtherJvm.start(Guest.class, "stay")) {
                assertThat(guest.readLine()).isEqualTo("in");
                guest.kill();
                assertThat(keeper.nextGone()).isEqualTo(Loss.DIED);
            }
        }
    }

    @Test
    void shouldForgetWhatIsClosed() throws Exception {
        Innkeeper keeper = new Innkeeper();
        try (Endpoint server = Endpoint.open()) {
            server.export(Inn.class, keeper);
            try (Endpoint client = Endpoint.open()) {
                Inn inn = client.lookup(Inn.class);
                inn.enterAndLeave();
                inn.enter();
            }
            assertThat(keeper.nextGone()).isEqualTo(Loss.CLOSED);
            assertThat(keeper.gone).isEmpty();
        }
    }
}
