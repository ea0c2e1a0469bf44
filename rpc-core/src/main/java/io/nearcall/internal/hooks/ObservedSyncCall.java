// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.Repeat;
import io.nearcall.codegen.SyncCall;

/** A synchronous call whose end is reported to its observation. */
final class ObservedSyncCall extends SyncCall {

    private final SyncCall call;
    private final Observation seen;

    /** The call has ended. From then on its lane may be another caller's, even if the observer throws. */
    private boolean over;

    ObservedSyncCall(SyncCall call, Observation seen) {
        this.call = call;
        this.seen = seen;
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
    public Input invoke() throws Throwable {
        return call.invoke();
    }

    @Override
    public void end() {
        call.end();
        over = true;
        seen.ended(null);
    }

    /** The next attempt is observed as a call of its own. It begins before this call is reported as ended. */
    @Override
    public Repeat again(Throwable cause, Repeat former) throws Throwable {
        if (over) {
            throw cause;
        }
        Throwable end = cause;
        try {
            return call.again(cause, former);
        } catch (Throwable thrown) {
            end = thrown;
            throw thrown;
        } finally {
            seen.ended(end);
        }
    }

    @Override
    public Throwable fail(Throwable cause) {
        if (over) {
            return cause;
        }
        Throwable thrown = call.fail(cause);
        seen.ended(thrown);
        return thrown;
    }
}
