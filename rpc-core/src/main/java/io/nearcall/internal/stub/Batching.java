// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.AsyncCall;
import io.nearcall.codegen.OneWayCall;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.SyncCall;

/**
 * Takes the place of a stub's target for the length of a batch. Sends the one-way calls, and wakes the other side when
 * the last one has been sent, or when another call goes there. Confined to the thread that makes the calls.
 */
public final class Batching extends StandIn {

    private Runnable announcement;
    private boolean open = true;

    /** @param target the target of the stub that will be called */
    public Batching(RemoteTarget target) {
        super(target);
    }

    @Override
    public SyncCall begin(int method) {
        announce();
        return target.begin(method);
    }

    @Override
    public AsyncCall beginAsync(int method) {
        announce();
        return target.beginAsync(method);
    }

    @Override
    public OneWayCall beginOneWay(int method) {
        if (!open) {
            throw new IllegalStateException("The stub that Remotes.batch passes to its lambda is for calls within it");
        }
        return new BatchedCall(target.beginOneWay(method));
    }

    /** A call has been sent: over another connection than the call before, if the service has been found again. */
    private void sent(Runnable itsAnnouncement) {
        if (announcement != itsAnnouncement) {
            announce();
            announcement = itsAnnouncement;
        }
    }

    private void announce() {
        if (announcement != null) {
            announcement.run();
            announcement = null;
        }
    }

    /** The batch is over. */
    public void end() {
        open = false;
        announce();
    }

    @Override
    public Throwable translate(Throwable failure, int method) {
        return target.translate(failure, method);
    }

    private final class BatchedCall extends OneWayCall {

        private final OneWayCall call;

        BatchedCall(OneWayCall call) {
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
        public void post() {
            sent(call.postQuietly());
        }

        @Override
        public Runnable postQuietly() {
            return call.postQuietly();
        }

        @Override
        public Throwable fail(Throwable cause) {
            return call.fail(cause);
        }
    }
}
