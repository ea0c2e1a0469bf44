// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

import io.nearcall.spi.CallInfo;
import java.lang.reflect.Method;
import java.util.Map;

/** One side of a call, as listeners and interceptors see it. */
class Observation implements CallInfo {

    private final Hooks hooks;
    private final Side side;
    private final Class<?> type;
    private final Method method;
    private final String service;
    private final int peerPid;
    private final String channel;
    private final Map<String, String> metadata;
    private final long startNs = System.nanoTime();
    private boolean ended; // written by the call's thread; a future's call no longer has one, and ends once

    Observation(
            Hooks hooks,
            Side side,
            Class<?> type,
            Method method,
            String service,
            int peerPid,
            String channel,
            Map<String, String> metadata) {
        this.hooks = hooks;
        this.side = side;
        this.type = type;
        this.method = method;
        this.service = service;
        this.peerPid = peerPid;
        this.channel = channel;
        this.metadata = metadata;
    }

    /** @param failure null if the call succeeded */
    void ended(Throwable failure) {
        if (!ended) {
            ended = true;
            hooks.ended(this, System.nanoTime() - startNs, failure);
        }
    }

    @Override
    public Side side() {
        return side;
    }

    @Override
    public Class<?> type() {
        return type;
    }

    @Override
    public Method method() {
        return method;
    }

    @Override
    public String service() {
        return service;
    }

    @Override
    public int peerPid() {
        return peerPid;
    }

    @Override
    public String channel() {
        return channel;
    }

    @Override
    public Map<String, String> metadata() {
        return metadata;
    }

    @Override
    public String toString() {
        return type.getSimpleName() + "." + method.getName() + (side == Side.CLIENT ? " of" : " for") + " process "
                + peerPid;
    }
}
