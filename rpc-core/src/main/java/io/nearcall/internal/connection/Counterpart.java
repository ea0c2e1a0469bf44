// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.remote.RemoteLink;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Credentials;

/**
 * The other end of a connection, and how it is reached.
 *
 * @param channel the mechanism that carries the lanes, as in an address
 * @param link the session with another host; null for a process of this host
 */
record Counterpart(Credentials credentials, String channel, RemoteLink link) {

    /** A process of this host. */
    Counterpart(Credentials credentials, String channel) {
        this(credentials, channel, null);
    }

    /** An endpoint of another host. */
    Counterpart(RemoteLink link) {
        this(RemoteLink.CREDENTIALS, link.scheme(), link);
    }

    /** The process id that this side tells it. Processes do not concern another host. */
    int toldPid() {
        return link == null ? Host.current().pid() : 0;
    }

    /** Makes lanes to the other end. */
    ChannelProvider lanes(Channels channels) {
        return link == null ? channels.provider(channel, credentials.uid()) : link;
    }

    /** As {@link Host#processOf}. */
    int process(ControlSocket socket) {
        return link == null ? Host.current().processOf(socket.descriptor()) : Host.NO_DESCRIPTOR;
    }

    /** The name that the other end has proven to have; empty if none. */
    String principal() {
        return link == null ? "" : link.principal();
    }

    /** Whether it may call that object, which may be null. */
    boolean mayCall(ExportedObject object) {
        return link == null || object == null || isOffered(object) && isPermitted(object);
    }

    /**
     * Whether the object is offered to it. Another host that has connected may call objects that are offered to other
     * hosts. A host to which this side has connected may call only objects that are passed to it, and needs the binder
     * for that.
     */
    boolean isOffered(ExportedObject object) {
        return link == null
                || (link.hasConnected() ? object.isForOtherHosts() : object.id() == FrameFormat.BINDER_OBJECT_ID);
    }

    /** Whether an object that is offered to other hosts is offered to hosts of this name. */
    boolean isPermitted(ExportedObject object) {
        return link == null
                || object.principals() == null
                || object.principals().contains(link.principal());
    }

    /** Called when it has found a service that it may call. */
    void admit() {
        if (link != null) {
            link.admit();
        }
    }

    /** Whether it may name classes. Another host that has connected must have found a service that it may call. */
    boolean mayNameClasses() {
        return link == null || !link.hasConnected() || link.isAdmitted();
    }

    /** The connection's end if there was no goodbye and the other end's death cannot be seen. */
    ConnectionEnd vanished() {
        return link == null ? ConnectionEnd.DIED : new ConnectionEnd(Loss.DIED, false, false, link.reason());
    }

    @Override
    public String toString() {
        return link == null ? "process " + credentials.pid() : link.place();
    }
}
