// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

import io.nearcall.codegen.AsyncCall;
import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.context.Metadata;
import io.nearcall.spi.OutgoingCall;
import java.lang.reflect.Method;
import java.util.Map;

/** A call whose metadata may be added to until the call is made. */
public final class OutgoingObservation extends Observation implements OutgoingCall {

    private final String target;
    private volatile Metadata metadata;
    private boolean made;

    /** A call that is about to be made; {@code metadata} is what it carries anyway. */
    public OutgoingObservation(
            Hooks hooks,
            Class<?> type,
            Method method,
            String service,
            String target,
            int peerPid,
            String channel,
            Metadata metadata) {
        super(hooks, Side.CLIENT, type, method, service, peerPid, channel, metadata.pairs());
        this.target = target;
        this.metadata = metadata;
    }

    @Override
    public void put(String key, String value) {
        if (made) {
            throw new IllegalStateException("key=" + key + ": " + this + " has been called");
        }
        metadata = metadata.with(key, value);
    }

    /** Wraps the call for its stub, so this observation learns how the call ends. */
    public SyncCall watch(SyncCall call) {
        return new ObservedSyncCall(call, this);
    }

    /** As above. */
    public AsyncCall watch(AsyncCall call) {
        return new ObservedAsyncCall(call, this);
    }

    void making() {
        made = true;
    }

    /** The metadata that the call carries. */
    public Metadata carried() {
        return metadata;
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public Map<String, String> metadata() {
        return metadata.pairs();
    }
}
