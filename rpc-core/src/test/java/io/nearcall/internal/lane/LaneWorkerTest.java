// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.statistics.CallCounter;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaneWorkerTest {

    private final List<String> seen = new ArrayList<>();
    private Supplier<Boolean> rest = () -> true;

    /** Without a frame. */
    private final Channel channel = (Channel) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Channel.class}, (proxy, method, arguments) -> {
                switch (method.getName()) {
                    case "spinBriefly", "spinFurther", "yieldOn" -> {
                        return false;
                    }
                    case "sleepForFrame" -> {
                        return WaitResult.TIMED_OUT;
                    }
                    case "restUntilDoorbell" -> {
                        return rest.get();
                    }
                    default -> {
                        seen.add(method.getName());
                        return null;
                    }
                }
            });

    private final LaneWorker.Work work = new LaneWorker.Work() {

        @Override
        public boolean receive() {
            throw new AssertionError("there is no frame");
        }

        @Override
        public void waited(int how) {
            assertThat(how).isEqualTo(CallCounter.SLEPT);
        }

        @Override
        public long idle(long idleNs) {
            return 0;
        }

        @Override
        public void disconnected() {
            seen.add("disconnected");
        }

        @Override
        public void failed(String fault) {
            seen.add("failed: " + fault);
        }
    };

    @Test
    void shouldRestWhenNothingComes() {
        attendant().ring();
        assertThat(seen).containsExactly("wakeFromDoorbell");
    }

    /** As when the system has no descriptor left, or no thread, to watch the lane with. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldStayAWhileWhereItCannotRestForWantOfMeans(boolean descriptors) {
        int[] refusals = {2};
        LaneWorker attendant = attendant();
        rest = () -> {
            if (refusals[0]-- > 0) {
                if (descriptors) {
                    throw new OsException("epoll_create1", Errno.EMFILE, "");
                }
                throw new OutOfMemoryError("unable to create native thread");
            }
            return true;
        };
        attendant.ring();
        assertThat(seen).containsExactly("wakeFromDoorbell", "wakeFromDoorbell", "wakeFromDoorbell");
        assertThat(attendant.tryRetire()).isTrue(); // it rests at last
    }

    private LaneWorker attendant() {
        return new LaneWorker(channel, Runnable::run, work);
    }
}
