// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.internal.call.CallContext;
import io.nearcall.internal.call.CurrentCall;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells a remote method about the call that it runs for, and about the process that made the call. The kernel vouches
 * for the process, user and group ids, except for the process id without the native library. Everything else is what
 * the caller says. A method may hand this object to other threads while it runs.
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
     * Returns the caller of the remote method that the current thread runs.
     *
     * @throws IllegalStateException if the thread runs no remote method; threads that the method starts do not count
     */
    public static Caller current() {
        CallContext call = CurrentCall.context();
        if (call == null) {
            throw new IllegalStateException(
                    "Thread " + Thread.currentThread().getName() + " runs no remote method. Get the Caller on the"
                            + " thread that runs the method, and pass it to other threads.");
        }
        return new Caller(call);
    }

    /**
     * Returns the id of the calling process, as of when it connected; 0 if the process has no number in this pid
     * namespace.
     */
    public int pid() {
        return call.peer().pid();
    }

    /** Returns the id of the user that the process ran as when it connected. */
    public int uid() {
        return call.peer().uid();
    }

    /** Returns the id of the group that the process ran as when it connected. */
    public int gid() {
        return call.peer().gid();
    }

    /**
     * Returns the name that a caller of another host has proven to have, such as {@code spiffe://shop/orders}. It is
     * empty for processes of this host, and for callers of other hosts that have proven nothing. Callers of other hosts
     * have the process id 0, and the user and group id -1.
     */
    public Optional<String> principal() {
        return Optional.of(call.connection().principal()).filter(name -> !name.isEmpty());
    }

    /** Returns the channel that the call came through, such as {@code shm}. */
    public String channel() {
        return call.connection().channel();
    }

    /**
     * Returns the name under which the object was found. For an object that was passed by reference, it is the simple
     * name of its interface.
     */
    public String service() {
        return service;
    }

    /**
     * Returns the time until the caller gives up, or zero if that moment has passed. The result is empty if the caller
     * sent no deadline. One-way calls send none, and neither do calls that have only the default deadline of their
     * endpoint.
     */
    public Optional<Duration> remaining() {
        return Context.remaining(deadlineNs);
    }

    /** Returns the pairs that came with the call, as an unmodifiable map; see {@link Context}. */
    public Map<String, String> metadata() {
        return metadata;
    }

    /**
     * Returns whether nobody waits for the result any more: the caller has given up, was interrupted or has died, or
     * its deadline has passed. Call this method while the remote method runs. For a one-way call, the result is true
     * only when the connection has ended.
     */
    public boolean isCancelled() {
        return call.isCancelled(callId) || remaining().filter(Duration::isZero).isPresent();
    }

    /**
     * Runs an action when the connection to the caller has ended, for whatever reason; at once if it has ended already.
     * The action runs on a thread of the endpoint and may block.
     *
     * @param action receives how the connection ended: {@link Loss#CLOSED} also if this side closed its endpoint
     * @return a registration; closing it cancels the action, unless the action has begun
     */
    public Remotes.Registration onDeath(Consumer<? super Loss> action) {
        return call.connection().onEnd(Objects.requireNonNull(action, "action"))::run;
    }

    @Override
    public String toString() {
        if (principal().isPresent()) {
            return "Caller[" + principal().get() + ", service " + service() + "]";
        }
        return "Caller[process " + pid() + " of user " + uid() + ", service " + service() + "]";
    }
}
