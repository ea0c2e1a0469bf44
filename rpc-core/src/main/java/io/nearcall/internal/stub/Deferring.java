// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.AsyncCall;
import io.nearcall.codegen.OneWayCall;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.SyncCall;
import java.util.concurrent.CompletableFuture;

/**
 * Takes the place of a stub's target for the length of one call. Begins the call as that of a future, and ends the
 * stub's method where it would wait. Confined to the thread that makes the call.
 */
public final class Deferring extends StandIn {

    /*
     * The generated method writes the arguments, sends the call and then reads the result, which is not there yet. So
     * invoke() throws what no application catches by accident. Like any failure, it goes through the stub to the code
     * that has set this up, and that code hands out the future. The future reads the result by the method's row in the
     * table.
     */

    /** Says that the call was sent. One instance is enough: it has no stack trace. */
    private static final class Sent extends Error {
        private static final long serialVersionUID = 1L;

        static final Sent SIGNAL = new Sent();

        private Sent() {
            super("Remotes.callAsync ends its lambda with this Error: do not catch it there", null, false, false);
        }
    }

    private boolean open = true;
    private boolean begun;
    private boolean described;
    private CompletableFuture<Object> future;
    private IllegalArgumentException refusal;

    /** @param target of the stub that is to be called */
    public Deferring(RemoteTarget target) {
        super(target);
    }

    /** The future of the call that has been made; null if there was none. No further call can be made. */
    public CompletableFuture<Object> end() {
        open = false;
        return future;
    }

    /** Whether the stub was used at all, if only for its {@code toString}, which it answers itself. */
    public boolean isUsed() {
        return begun || described;
    }

    /** The exception with which a second call was refused; null if there was none. */
    public IllegalArgumentException refusal() {
        return refusal;
    }

    /** Whether this is the signal with which the stub's method ended. */
    public static boolean isSignal(Throwable thrown) {
        return thrown == Sent.SIGNAL;
    }

    @Override
    public SyncCall begin(int method) {
        beginOnly();
        return new DeferredCall(target.beginAsync(method));
    }

    @Override
    public AsyncCall beginAsync(int method) {
        beginOnly();
        return target.beginAsync(method);
    }

    @Override
    public OneWayCall beginOneWay(int method) {
        beginOnly();
        return target.beginOneWay(method);
    }

    private void beginOnly() {
        String rule = "The stub that Remotes.callAsync passes to its lambda is for one call within the lambda";
        if (!open) {
            throw new IllegalStateException(rule + ", which has ended. Use Remotes.callAsync for each call.");
        }
        if (begun) {
            refusal = new IllegalArgumentException(
                    rule + ", which made more than one. Use Remotes.callAsync for each call.");
            throw refusal;
        }
        begun = true;
    }

    @Override
    public String describe() {
        described = true;
        return target.describe();
    }

    private Error sent(CompletableFuture<Object> answer) {
        future = answer;
        return Sent.SIGNAL;
    }

    @Override
    public Throwable translate(Throwable failure, int method) {
        return isSignal(failure) ? failure : target.translate(failure, method);
    }

    /** A call that a stub makes as if it waited, but whose result goes to a future. */
    private final class DeferredCall extends SyncCall {

        private final AsyncCall call;

        DeferredCall(AsyncCall call) {
            this.call = call;
        }

        @Override
        public Output output() {
            return call.output();
        }

        @Override
        public Kryo kryo() {
            return call.kryo();
        }

        @Override
        public Input invoke() {
            throw sent(call.invokeAsync());
        }

        @Override
        public void end() {} // comes after a result, and invoke has none

        @Override
        public Throwable fail(Throwable cause) {
            return Deferring.isSignal(cause) ? cause : call.fail(cause);
        }
    }
}
