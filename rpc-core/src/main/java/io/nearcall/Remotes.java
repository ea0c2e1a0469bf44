// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.Stub;
import io.nearcall.internal.client.Binding;
import io.nearcall.internal.client.FacetedTarget;
import io.nearcall.internal.client.Link;
import io.nearcall.internal.client.ReferenceHolder;
import io.nearcall.internal.client.ServiceTarget;
import io.nearcall.internal.codec.RemoteTypes;
import io.nearcall.internal.stream.RemoteIterator;
import io.nearcall.ipc.os.Credentials;
import java.util.Objects;

/**
 * What can be asked of a stub besides calling it. Safe for use by any number of threads. Only {@link #as} calls the other
 * side.
 */
public final class Remotes {

    private Remotes() {}

    /**
     * The process that a remote object is in.
     *
     * @param uid of the user that it ran as when it connected
     */
    public record Peer(int pid, int uid, int gid) {}

    /** Whether an object is a stub, that is, stands for one of another process. */
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
     * on a thread of the endpoint, and may block.
     *
     * @return what, when closed, forgets it, unless it has begun
     */
    public static Registration onDeath(Object stub, Runnable action) {
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
        return target;
    }

    private static Link link(Object stub) {
        RemoteTarget target = target(stub);
        return target instanceof FacetedTarget faceted ? faceted.link() : ((Binding) target).link();
    }
}
