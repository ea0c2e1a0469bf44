// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.internal.server.CallContext;
import io.nearcall.internal.server.CurrentCall;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Who calls: what a remote method can learn about the call that it runs for, and the process that made it. The kernel
 * vouches for the numbers, and the caller only for the rest. May be handed to other threads while the method runs.
 */
public final class Caller {

    private final CallContext call;
    private final long callId;
    private final String service;
    private final long deadlineNs;
    private final Map<String, String> metadata;

    private Caller(CallContext call) {
        this.call = call;
        this.callId = call.callId();
        this.service = call.serviceName();
        this.deadlineNs = call.deadlineNs();
        this.metadata = call.metadata().pairs();
    }

    /**
     * The caller of the remote method that the current thread runs.
     *
     * @throws IllegalStateException if it runs none; threads that the method starts do not count
     */
    public static Caller current() {
        CallContext call = CurrentCall.context();
        if (call == null) {
            throw new IllegalStateException(
                    "Thread " + Thread.currentThread().getName() + " does not run a remote method");
        }
        return new Caller(call);
    }

    /** Of the calling process, as of when it connected. */
    public int pid() {
        return call.peer().pid();
    }

    /** Of the user that it ran as. */
    public int uid() {
        return call.peer().uid();
    }

    /** Of the group that it ran as. */
    public int gid() {
        return call.peer().gid();
    }

    /** Through which the object was found; of an object that was passed by reference its interface. */
    public String service() {
        return service;
    }

    /**
     * What is left until the caller gives up, zero if that is past; empty if he did not say, because he has a deadline of
     * his endpoint's only, or none, or does not wait at all.
     */
    public Optional<Duration> remaining() {
        return Context.remaining(deadlineNs);
    }

    /** The pairs that came with the call; see {@link Context}. Unmodifiable. */
    public Map<String, String> metadata() {
        return metadata;
    }

    /**
     * Whether nobody waits for the result any more: the caller has given up, was interrupted, has died, or his deadline has
     * passed. To be asked while the method runs; of a one-way call it is true only when the connection has ended.
     */
    public boolean isCancelled() {
        return call.isCancelled(callId) || remaining().filter(Duration::isZero).isPresent();
    }

    /**
     * Has something done when the connection to the caller has ended, for whatever reason; at once if it has. It runs on a
     * thread of the endpoint, and may block.
     *
     * @param action is told how; {@link Loss#CLOSED} also if it was this side that closed its endpoint
     * @return what, when closed, forgets it, unless it has begun
     */
    public Remotes.Registration onDeath(Consumer<? super Loss> action) {
        return call.connection().onEnd(Objects.requireNonNull(action, "action"))::run;
    }

    @Override
    public String toString() {
        return "Caller[process " + pid() + " of user " + uid() + ", service " + service() + "]";
    }
}
