// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.dispatch.CancelledCalls;
import io.nearcall.internal.dispatch.RunningCall;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class LaneConnectionTest {

    private final Queue<Runnable> scheduled = new ArrayDeque<>();
    private boolean lacksThreads = true;
    private final LaneConnection connection = (LaneConnection) Proxy.newProxyInstance(
            LaneConnection.class.getClassLoader(), new Class<?>[] {LaneConnection.class}, this::call);

    private Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        if (method.getName().equals("schedule")) {
            scheduled.add((Runnable) arguments[1]);
            return null;
        }
        if (lacksThreads) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        ((Runnable) arguments[0]).run();
        return null;
    }

    /** The monitor receives the cancellation, and must not block in code that an interrupt closes. */
    @Test
    void shouldNotInterruptACallHereButLaterWhenNoThreadCanBeHad() {
        RunningCall running =
                new RunningCall(() -> true, CancelledCalls.ofSharedLane(true), connection::executeElsewhere);
        running.begin(1);
        running.cancel(1);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        scheduled.remove().run();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        lacksThreads = false;
        scheduled.remove().run();
        assertThat(Thread.interrupted()).isTrue();
        running.end(1);
        assertThat(scheduled).isEmpty();
    }
}
