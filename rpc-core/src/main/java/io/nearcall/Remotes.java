// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.Stub;
import io.nearcall.internal.client.Batching;
import io.nearcall.internal.client.Binding;
import io.nearcall.internal.client.Deferring;
import io.nearcall.internal.client.Link;
import io.nearcall.internal.client.ReferenceHolder;
import io.nearcall.internal.client.ServiceTarget;
import io.nearcall.internal.client.StandIn;
import io.nearcall.internal.codec.RemoteTypes;
import io.nearcall.internal.stream.RemoteIterator;
import io.nearcall.ipc.os.Credentials;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * What can be asked of a stub besides calling it. Safe for use by any number of threads. Only {@link #as}, {@link
 * #callAsync}, {@link #runAsync} and {@link #batch} call the other side. What takes a stub throws an
 * IllegalArgumentException if it is given something else, unless it says otherwise.
 */
public final class Remotes {

    private Remotes() {}

    /**
     * The process that a remote object is in.
     *
     * @param uid of the user that it ran as when it connected
     */
    public record Peer(int pid, int uid, int gid) {}

    /** Whether an object is a stub: stands for one of another process, or as {@code io.nearcall.rmi} has them, of this one. */
    public static boolean isStub(Object object) {
        return Stub.targetOf(object) != null;
    }

    /** Where the object is that a stub stands for. */
    public static Peer peer(Object stub) {
        Credentials credentials = link(stub).credentials();
        return new Peer(credentials.pid(), credentials.uid(), credentials.gid());
    }

    /**
     * The same remote object through another of its interfaces. A stub has all the remote interfaces of its object that this
     * side knew when it came; for another one the object's side is asked, within 10 s. What comes of the stub of a service
     * is a reference to the object behind it: it does not find the service again after a restart, as the service's own
     * stub does. An object of this side is returned as it is.
     *
     * @param type a {@link RemoteObject} or {@link RemoteService} interface
     * @return the stub itself if it has the interface, else one that is equal to it, unless it is a service's
     * @throws ClassCastException if the object does not implement the interface, in the version that its side has
     * @throws IllegalArgumentException if the interface is not a remote one
     * @throws StubReleasedException if the stub has been released
     * @throws NearcallException as of a call
     */
    public static <T> T as(Object object, Class<T> type) {
        if (type.isInstance(Objects.requireNonNull(object, "object"))) {
            return type.cast(object);
        }
        if (!RemoteTypes.isRemote(type)) {
            throw new IllegalArgumentException(
                    "type=" + type.getName() + " is not a remote interface: annotate it with @RemoteObject");
        }
        Object seen = isStub(object) ? view(target(object), type) : null;
        if (seen == null) {
            throw new ClassCastException(object + " does not implement " + type.getName());
        }
        return type.cast(seen);
    }

    private static Object view(RemoteTarget target, Class<?> type) {
        if (target instanceof ReferenceHolder holder) {
            if (holder.reference().isReleased()) {
                throw new StubReleasedException(target.describe(), holder.link().peerPid(), "Remotes.as");
            }
            return holder.link().view(holder.reference(), type);
        }
        return ((ServiceTarget) target).view(type);
    }

    /** One call of a stub. */
    @FunctionalInterface
    public interface RemoteCall<T, R> {
        /** Makes the call, and nothing else. */
        R on(T stub) throws Exception;
    }

    /** One call of a stub whose method is void. */
    @FunctionalInterface
    public interface RemoteAction<T> {
        /** Makes the call, and nothing else. */
        void on(T stub) throws Exception;
    }

    /**
     * Calls a method without waiting for its answer, though its interface says that its caller waits:
     *
     * <pre>{@code
     * CompletableFuture<Integer> stock = Remotes.callAsync(orders, stub -> stub.stock("tea"));
     * }</pre>
     *
     * The future is as that of a method that returns one: it ends by the call's deadline, cancelling it interrupts the method,
     * and what depends on it runs on threads of the endpoint. Several such calls of one thread may run at once, in no order
     * among themselves, and later calls do not wait for them; but they begin behind this thread's one-way calls. The call does
     * not block but for a full channel.
     *
     * @param call calls one method of the stub that it is given, once, and returns its result. It ends where that method would
     *     wait: what it does after that is not done, a further call neither. Not a default method, which runs here
     * @return fails with what the call would have thrown; for an interface of Java RMI with Nearcall's own exceptions
     * @throws IllegalArgumentException if {@code stub} is none, if {@code call} calls no method of the stub that it is given, or
     *     if it calls another one after one that does not wait
     */
    public static <T, R> CompletableFuture<R> callAsync(T stub, RemoteCall<? super T, R> call) {
        Deferring deferring = new Deferring(target(stub));
        R result;
        try {
            @SuppressWarnings("unchecked") // of the stub's own class
            T deferred = (T) Stub.over(deferring, (Stub) stub);
            result = call.on(deferred);
        } catch (Throwable thrown) {
            CompletableFuture<Object> sent = deferring.end();
            if (thrown == deferring.refusal()) {
                throw deferring.refusal();
            }
            if (sent == null || !Deferring.isSignal(thrown)) {
                return CompletableFuture.failedFuture(thrown);
            }
            @SuppressWarnings("unchecked") // what the method returns
            CompletableFuture<R> future = (CompletableFuture<R>) sent;
            return future;
        }
        CompletableFuture<Object> sent = deferring.end();
        if (sent != null) {
            sent.cancel(true);
            throw new IllegalArgumentException(
                    "call=" + call + " caught what ends it once the call was sent: catch no Error");
        }
        if (!deferring.isUsed()) {
            throw new IllegalArgumentException(
                    "call=" + call + " made no call of the stub that it was given: call one method"
                            + " of that stub, not another stub's and no default method, and return its result");
        }
        return CompletableFuture.completedFuture(
                result); // of a one-way method, or of one that answers by a future anyway
    }

    /** As {@link #callAsync}, of a method that is void. */
    public static <T> CompletableFuture<Void> runAsync(T stub, RemoteAction<? super T> action) {
        return callAsync(stub, given -> {
            action.on(given);
            return null;
        });
    }

    /**
     * Makes many one-way calls, of which a service that sleeps is woken once: when all have been sent, when there is no more room
     * for them, or when the stub makes a call of another kind in between. A service that is awake sees each at once. The order
     * is that of the calls, as ever.
     *
     * <pre>{@code
     * Remotes.batch(audit, stub -> lines.forEach(stub::add));
     * }</pre>
     *
     * @param calls made on this thread, through the stub that is given
     * @throws IllegalArgumentException if {@code stub} is none
     */
    public static <T> void batch(T stub, Consumer<? super T> calls) {
        Batching batching = new Batching(target(stub));
        try {
            @SuppressWarnings("unchecked") // of the stub's own class
            T batched = (T) Stub.over(batching, (Stub) stub);
            calls.accept(batched);
        } finally {
            batching.end();
        }
    }

    /**
     * Gives a remote object up, without waiting until nothing refers to the stub any more: its own side may forget it now.
     * Calls through the stub are refused from then on. Does nothing to the stub of a service. An iterator that a remote
     * method has returned is given up in the same way: its other side is closed. (A stream has a method for that.)
     */
    public static void release(Object stub) {
        if (stub instanceof RemoteIterator<?> iterator) {
            iterator.close();
        } else if (target(stub) instanceof ReferenceHolder holder) {
            holder.release();
        }
    }

    /**
     * Has something done when the connection to a stub's process has ended, for whatever reason; at once if it has. It runs
     * on a thread of the endpoint, and may block. Who called without passing a stub: {@link Caller#onDeath}.
     *
     * @return what, when closed, forgets it, unless it has begun
     */
    public static Registration onDeath(Object stub, Runnable action) {
        Objects.requireNonNull(action, "action");
        return onDeath(stub, loss -> action.run());
    }

    /**
     * As above, and tells how it has ended.
     *
     * @param action is told {@link Loss#CLOSED} also if it was this side that closed its endpoint
     */
    public static Registration onDeath(Object stub, Consumer<? super Loss> action) {
        return link(stub).onEnd(Objects.requireNonNull(action, "action"))::run;
    }

    /** Something that is to be done once. Closing it again does nothing. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    private static RemoteTarget target(Object stub) {
        RemoteTarget target = Stub.targetOf(Objects.requireNonNull(stub, "stub"));
        if (target == null) {
            throw new IllegalArgumentException("stub=" + stub.getClass().getName() + " is no stub");
        }
        return StandIn.original(target);
    }

    private static Link link(Object stub) {
        RemoteTarget target = target(stub);
        return target instanceof ReferenceHolder holder ? holder.link() : ((Binding) target).link();
    }
}
