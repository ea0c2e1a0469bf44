// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

import io.nearcall.Caller;
import io.nearcall.codegen.ClientCall;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.Skeleton;
import io.nearcall.internal.context.Metadata;
import io.nearcall.spi.CallInfo.Side;
import io.nearcall.spi.CallListener;
import io.nearcall.spi.ClientInterceptor;
import io.nearcall.spi.ServerInterceptor;
import java.lang.reflect.Method;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Calls the listeners and interceptors of an endpoint. Any thread. */
public final class Hooks {

    /*
     * Hooks are free when absent. An endpoint without listeners and interceptors has no such object: its stubs hold
     * null in a final field, and its skeletons are the generated ones. With them, each stub's call and each exported
     * object's skeleton are wrapped, so the lanes know nothing of hooks.
     */

    private final CallListener[] listeners;
    private final ClientInterceptor[] clients;
    private final ServerInterceptor[] servers;
    private final OutgoingPassage[] outgoing; // each of the clients as a passage; incoming likewise, of the servers
    private final IncomingPassage[] incoming;
    private final Supplier<Metadata> arrived;
    private final Consumer<String> warnings;

    /**
     * Takes the observers.
     *
     * @param arrived what came with the call that the current thread runs
     */
    public Hooks(Observers observers, Supplier<Metadata> arrived, Consumer<String> warnings) {
        this.listeners = observers.listeners().toArray(CallListener[]::new);
        this.clients = observers.clients().toArray(ClientInterceptor[]::new);
        this.servers = observers.servers().toArray(ServerInterceptor[]::new);
        this.outgoing = Stream.of(clients).map(Hooks::outgoing).toArray(OutgoingPassage[]::new);
        this.incoming = Stream.of(servers).map(Hooks::incoming).toArray(IncomingPassage[]::new);
        this.arrived = arrived;
        this.warnings = warnings;
    }

    private static OutgoingPassage outgoing(ClientInterceptor client) {
        return client instanceof OutgoingPassage passage ? passage : own -> client.isInterested() ? null : own;
    }

    private static IncomingPassage incoming(ServerInterceptor server) {
        return server instanceof IncomingPassage passage ? passage : with -> server.isInterested();
    }

    /**
     * Tells the listeners of a call that is about to be made, and begins it unless an interceptor refuses.
     *
     * @param beginning begins the call with the metadata that it carries, and reports how it ends
     */
    public <C extends ClientCall> C calling(OutgoingObservation seen, Function<OutgoingObservation, C> beginning) {
        started(seen);
        try {
            for (ClientInterceptor client : clients) {
                client.calling(seen);
            }
            seen.making();
            return beginning.apply(seen);
        } catch (Throwable e) {
            seen.making();
            seen.ended(e);
            throw e;
        }
    }

    /**
     * Returns the metadata with which this thread is to make a call that nobody observes; null if a listener or
     * interceptor is interested in the call.
     *
     * @param own the metadata that the call carries anyway
     */
    public Metadata passedOn(Metadata own) {
        try {
            Metadata passed = own;
            for (OutgoingPassage passage : outgoing) {
                passed = passage.passedOn(passed);
                if (passed == null) {
                    return null;
                }
            }
            return isListenedTo(Side.CLIENT) ? null : passed;
        } catch (Throwable e) { // whatever the application's code throws: the call then counts as seen
            return null;
        }
    }

    /** What came with the call whose method this thread is about to run. */
    Metadata arrived() {
        return arrived.get();
    }

    /**
     * Begins a method that nobody observes, on the current thread.
     *
     * @return to be passed to {@link #left}
     */
    AutoCloseable entered(Metadata with) {
        AutoCloseable entered = null;
        for (IncomingPassage passage : incoming) {
            AutoCloseable inner = passage.entered(with);
            entered = entered == null ? inner : inner == null ? entered : both(inner, entered);
        }
        return entered;
    }

    private static AutoCloseable both(AutoCloseable inner, AutoCloseable outer) {
        return () -> {
            try {
                inner.close();
            } finally {
                outer.close();
            }
        };
    }

    /** Closes what entered() returned, once the call has been answered; or what an interceptor opened. */
    void left(AutoCloseable entered) {
        if (entered != null) {
            try {
                entered.close();
            } catch (Throwable e) { // whatever the application's code throws: the call must not suffer
                warnings.accept("A scope of a server interceptor threw " + e + " when it was closed");
            }
        }
    }

    /** Whether a listener or interceptor is interested in the method that this thread is about to run. */
    boolean isMethodSeen(Metadata with) {
        try {
            for (IncomingPassage passage : incoming) {
                if (passage.isInterested(with)) {
                    return true;
                }
            }
            return isListenedTo(Side.SERVER);
        } catch (Throwable e) { // as in passedOn
            return true;
        }
    }

    private boolean isListenedTo(Side side) {
        for (CallListener listener : listeners) {
            if (listener.isInterested(side)) {
                return true;
            }
        }
        return false;
    }

    /** Wraps the skeleton of an exported object. */
    public Skeleton around(RemoteInterface<?> type, String service) {
        return new ObservedSkeleton(type.skeleton(), this, type, service);
    }

    /**
     * Tells the listeners of a method that is about to run on this thread. Throws what an interceptor refuses it with.
     *
     * @param opened receives whatever must be closed after the method
     */
    Observation called(Class<?> type, Method method, String service, Deque<AutoCloseable> opened) {
        Caller caller = Caller.current();
        Observation seen = new Observation(
                this, Side.SERVER, type, method, service, caller.pid(), caller.channel(), caller.metadata());
        started(seen);
        try {
            for (ServerInterceptor server : servers) {
                AutoCloseable scope = server.called(seen);
                if (scope != null) {
                    opened.push(scope);
                }
            }
            return seen;
        } catch (Throwable e) {
            close(opened);
            seen.ended(e);
            throw e;
        }
    }

    /** Closes what the interceptors opened, after the method has returned or thrown. */
    void close(Deque<AutoCloseable> opened) {
        while (!opened.isEmpty()) {
            left(opened.pop());
        }
    }

    private void started(Observation seen) {
        for (CallListener listener : listeners) {
            try {
                listener.started(seen);
            } catch (Throwable e) {
                failed(listener, e);
            }
        }
    }

    void ended(Observation seen, long durationNs, Throwable failure) {
        for (CallListener listener : listeners) {
            try {
                listener.ended(seen, durationNs, failure);
            } catch (Throwable e) {
                failed(listener, e);
            }
        }
    }

    private void failed(CallListener listener, Throwable e) {
        try {
            warnings.accept("The call listener " + listener.getClass().getName() + " threw " + e);
        } catch (Throwable beyondTelling) {
            // The listener's exception has no text, or the application's logger fails. Neither may affect the call.
        }
    }
}
