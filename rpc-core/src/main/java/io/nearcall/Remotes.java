// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.Stub;
import io.nearcall.internal.codec.RemoteTypes;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.stream.RemoteIterator;
import io.nearcall.internal.stub.BalancedTarget;
import io.nearcall.internal.stub.Batching;
import io.nearcall.internal.stub.Binding;
import io.nearcall.internal.stub.Deferring;
import io.nearcall.internal.stub.ReferenceHolder;
import io.nearcall.internal.stub.ServiceTarget;
import io.nearcall.internal.stub.StandIn;
import io.nearcall.ipc.os.Credentials;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Offers operations on stubs besides calling them. Safe for use by any number of threads. Only {@link #as}, {@link
 * #callAsync}, {@link #runAsync} and {@link #batch} call the other side. Unless it says otherwise, a method that takes
 * a stub throws an IllegalArgumentException for anything else.
 */
public final class Remotes {

    private Remotes() {}

    /**
     * Identifies the process that has a remote object.
     *
     * @param pid the process id; 0 if the process has no number in this pid namespace, or is of another host
     * @param uid the user that the process ran as when it connected; -1 if it is of another host
     * @param gid the group that the process ran as when it connected; -1 if it is of another host
     */
    public record Peer(int pid, int uid, int gid) {}

    /**
     * Returns whether an object is a stub. A stub stands for an object of another process, or, in {@code
     * io.nearcall.rmi}, of this one.
     */
    public static boolean isStub(Object object) {
        return Stub.targetOf(object) != null;
    }

    /**
     * Returns the process that has the object of a stub.
     *
     * @throws IllegalArgumentException if the stub is of a service with several addresses, so that its calls go to several
     *     processes
     */
    public static Peer peer(Object stub) {
        Credentials credentials = link(stub).credentials();
        return new Peer(credentials.pid(), credentials.uid(), credentials.gid());
    }

    /**
     * Returns the same remote object through another of its interfaces. A stub has all remote interfaces of its object
     * that this side knew when the stub arrived. For another interface, the object's side is asked, within 10 s. For
     * the stub of a service, the result is a reference to the object behind the service; of a service with several
     * addresses, to its object at one of them. Unlike the service's own stub, that reference does not find the service
     * again after a restart. An object of this side is returned as it is.
     *
     * @param type a {@link RemoteObject} or {@link RemoteService} interface
     * @return the stub itself if it has the interface; otherwise a stub that is equal to it, except for the stub of a
     *     service
     * @throws ClassCastException if the object does not implement the interface, in the version that its side has
     * @throws IllegalArgumentException if the interface is not a remote interface
     * @throws ReleasedException if the stub has been released
     * @throws NearcallException as for a call
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
                throw ReleasedException.stub(target.describe(), holder.link().peerPid(), "Remotes.as");
            }
            return holder.link().view(holder.reference(), type);
        }
        return target instanceof BalancedTarget balanced ? balanced.view(type) : ((ServiceTarget) target).view(type);
    }

    /**
     * Returns a second stub of the same service, whose calls have another default deadline. The default applies if the
     * method, its interface and the {@link Context} of a call set no deadline. The given stub keeps its own default,
     * which at first is {@link EndpointBuilder#deadline}. Does not block. A call costs the same with both.
     *
     * @param stub the stub of a service
     * @return a stub that is equal to {@code stub} as soon as both have found the service
     * @throws IllegalArgumentException if {@code stub} is not the stub of a service, such as a reference; or if {@code
     *     deadline} is not positive
     */
    public static <T> T withDeadline(T stub, Duration deadline) {
        RemoteTarget target = target(stub);
        if (target instanceof ReferenceHolder) {
            throw new IllegalArgumentException(
                    "stub=" + stub + " is a reference: only stubs of services have a deadline of their own");
        }
        long deadlineNs = EndpointBuilder.toNs(Objects.requireNonNull(deadline, "deadline"));
        if (deadlineNs <= 0) {
            throw new IllegalArgumentException("deadline=" + deadline + " is not positive");
        }
        @SuppressWarnings("unchecked") // of the stub's own class
        T other = (T) Stub.over(
                target instanceof BalancedTarget balanced
                        ? balanced.withDefaultTimeout(deadlineNs)
                        : ((ServiceTarget) target).withDefaultTimeout(deadlineNs),
                (Stub) stub);
        return other;
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
     * Calls a method without waiting for its answer, although its interface makes callers wait:
     *
     * <pre>{@code
     * CompletableFuture<Integer> stock = Remotes.callAsync(orders, stub -> stub.stock("tea"));
     * }</pre>
     *
     * <p>The future is like that of a method that returns one. It ends at the call's deadline, cancelling it interrupts
     * the method, and dependent stages run on threads of the endpoint. Several such calls of one thread may run at
     * once, in no particular order, and later calls do not wait for them. They begin after the thread's one-way calls.
     * The call blocks only if the channel is full.
     *
     * @param call calls one method of the stub that it is given, once, and returns its result. An error ends it where
     *     that method would wait, so no code after the call runs. A default method does not count, because it runs
     *     here
     * @return a future, which fails with what the call would have thrown; for an interface of Java RMI, with Nearcall's
     *     own exceptions
     * @throws IllegalArgumentException if {@code stub} is not a stub; if {@code call} calls no method of the stub that
     *     it is given; if it calls a further method after one that does not wait; or if it catches the error that ends
     *     it
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
                    "call=" + call + " caught the Error with which the stub ends it after sending the call:"
                            + " do not catch Error or Throwable in it");
        }
        if (!deferring.isUsed()) {
            throw new IllegalArgumentException(
                    "call=" + call + " did not call the stub that it was given: call one method of that stub,"
                            + " which is not a default method, and return its result");
        }
        return CompletableFuture.completedFuture(result); // the method is one-way, or returns a future anyway
    }

    /** Calls a void method as {@link #callAsync} does. */
    public static <T> CompletableFuture<Void> runAsync(T stub, RemoteAction<? super T> action) {
        return callAsync(stub, given -> {
            action.on(given);
            return null;
        });
    }

    /**
     * Makes many one-way calls and wakes a sleeping service once for all of them. The service is woken when all calls
     * have been sent, or earlier if there is no more room for them. It is also woken when the stub makes a call of
     * another kind in between. A service that is awake sees each call at once. The calls run in the order in which they
     * are made.
     *
     * <pre>{@code
     * Remotes.batch(audit, stub -> lines.forEach(stub::add));
     * }</pre>
     *
     * @param calls makes the calls, on this thread and through the stub that it is given
     * @throws IllegalArgumentException if {@code stub} is not a stub
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
     * Gives a remote object up before the stub is garbage-collected, so that the object's side may forget the object
     * now. Further calls of the stub are refused. The stub of a service is not affected. An iterator that a remote
     * method has returned is given up in the same way, and its source is closed. A stream has its own {@code close()}
     * instead.
     */
    public static void release(Object stub) {
        if (stub instanceof RemoteIterator<?> iterator) {
            iterator.close();
        } else if (target(stub) instanceof ReferenceHolder holder) {
            holder.release();
        }
    }

    /**
     * Runs an action when the connection to the stub's process has ended, for whatever reason; at once if it has ended
     * already. The action runs on a thread of the endpoint and may block. For a caller that has passed no stub, use
     * {@link Caller#onDeath}.
     *
     * @return a registration; closing it cancels the action, unless the action has begun
     * @throws IllegalArgumentException if the stub is of a service with several addresses
     */
    public static Registration onDeath(Object stub, Runnable action) {
        Objects.requireNonNull(action, "action");
        return onDeath(stub, loss -> action.run());
    }

    /**
     * Runs an action when the connection to the stub's process has ended, and tells the action how it ended. Otherwise
     * the same as {@link #onDeath(Object, Runnable)}.
     *
     * @param action receives {@link Loss#CLOSED} also if this side closed its endpoint
     */
    public static Registration onDeath(Object stub, Consumer<? super Loss> action) {
        return link(stub).onEnd(Objects.requireNonNull(action, "action"))::run;
    }

    /** The registration of an action that runs once. Closing it cancels the action; closing it again does nothing. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    private static RemoteTarget target(Object stub) {
        RemoteTarget target = Stub.targetOf(Objects.requireNonNull(stub, "stub"));
        if (target == null) {
            throw new IllegalArgumentException("stub=" + stub.getClass().getName() + " is not a stub of Nearcall");
        }
        return StandIn.original(target);
    }

    private static LaneConnection link(Object stub) {
        RemoteTarget target = target(stub);
        if (target instanceof BalancedTarget) {
            throw new IllegalArgumentException("stub=" + stub + " has no process of its own: its calls go to several."
                    + " Pass an object that a call has returned by reference, or a stub of one address.");
        }
        return target instanceof ReferenceHolder holder ? holder.link() : ((Binding) target).link();
    }
}
