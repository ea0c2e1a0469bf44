// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.CallInterruptedException;
import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.Uninterruptible;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A call within a call fails, and its caller goes on with further calls on the same lane. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class FailuresWithinCallsTest {

    private static final int TIMES = 50;

    /** Is asked while a call is under way. */
    @RemoteObject
    public interface Helper {
        int help();
    }

    /** Asks, once or twice. */
    @RemoteService
    public interface Office {
        int ask(Helper helper);

        int askTwice(Helper first, Helper second);

        int askLate(Helper helper);

        Object unwritable();

        int take(Object any);

        int overflow();

        int count(int up);
    }

    /** What it returns cannot always be written. */
    public static final class OpenOffice implements Office {
        @Override
        public int ask(Helper helper) {
            return helper.help();
        }

        @Override
        public int askTwice(Helper first, Helper second) {
            return first.help() + second.help();
        }

        @Override
        @Uninterruptible
        public int askLate(Helper helper) {
            try {
                Thread.sleep(200); // by then the interrupted caller has given up
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return helper.help();
        }

        @Override
        public Object unwritable() {
            return new Object() {};
        }

        @Override
        public int take(Object any) {
            return 1;
        }

        @Override
        public int overflow() {
            return overflow() + 1;
        }

        @Override
        public int count(int up) {
            return up + 1;
        }
    }

    private TwoEndpoints endpoints;
    private Office office;

    @BeforeEach
    void connect() {
        endpoints = new TwoEndpoints(Endpoint.builder(), Endpoint.builder());
        office = endpoints.connect(Office.class, new OpenOffice());
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    @Test
    void shouldGoOnAfterAResultThatCannotBeWritten() {
        for (int i = 0; i < TIMES; i++) {
            assertThat(office.ask(() -> {
                        assertThatThrownBy(office::unwritable).isInstanceOf(EncodingException.class);
                        return office.count(1);
                    }))
                    .isEqualTo(2);
        }
    }

    @Test
    void shouldGoOnAfterAStackOverflow() {
        for (int i = 0; i < TIMES; i++) {
            assertThat(office.ask(() -> {
                        assertThatThrownBy(office::overflow).isInstanceOf(Throwable.class);
                        return office.count(2);
                    }))
                    .isEqualTo(3);
        }
    }

    @Test
    void shouldGoOnInTheNextCallbackAfterArgumentsThatCannotBeWritten() {
        for (int i = 0; i < TIMES; i++) {
            Helper failing = () -> {
                assertThatThrownBy(() -> office.take(new Object() {})).isInstanceOf(EncodingException.class);
                return 1;
            };
            assertThat(office.askTwice(failing, () -> office.count(3))).isEqualTo(5);
        }
    }

    @Test
    void shouldServeWhatCallsBackWhileAnAnswerIsOverdueThatNobodyAwaitsAnyMore() {
        for (int i = 0; i < 3; i++) {
            int length = office.ask(() -> {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> office.askLate(() -> 7)).isInstanceOf(CallInterruptedException.class);
                assertThat(Thread.interrupted()).isTrue();
                return office.count(4); // waits for the answer to askLate, within which we are called back
            });
            assertThat(length).isEqualTo(5);
        }
    }

    @Test
    void shouldRefuseWhatCallsBackOnALaneWhoseCallerHasGivenUp() {
        for (int i = 0; i < 3; i++) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> office.askLate(() -> 7)).isInstanceOf(CallInterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
        for (int i = 0; i < TIMES; i++) {
            assertThat(office.ask(() -> office.count(5))).isEqualTo(6);
        }
    }
}
