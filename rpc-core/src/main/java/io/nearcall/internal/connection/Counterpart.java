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
 * Who is at the other end of a connection, and over what.
 *
 * @param channel the mechanism that carries the lanes, as in an address
 * @param link the session with another host; null for a process of this one
 * @param hasConnected whether it has connected, and not this side; asked for another host only
 */
record Counterpart(Credentials credentials, String channel, RemoteLink link, boolean hasConnected) {

    /** A process of this host. */
    Counterpart(Credentials credentials, String channel) {
        this(credentials, channel, null, false);
    }

    /** An endpoint of another host. */
    Counterpart(RemoteLink link, boolean hasConnected) {
        this(RemoteLink.CREDENTIALS, link.scheme(), link, hasConnected);
    }

    /** What makes lanes to it. */
    ChannelProvider lanes(Channels channels) {
        return link == null ? channels.provider(channel, credentials.uid()) : link;
    }

    /** As {@link Host#processOf}. */
    int process(ControlSocket socket) {
        return link == null ? Host.current().processOf(socket.descriptor()) : Host.NO_DESCRIPTOR;
    }

    /** The name that it has proven to have; empty if none. */
    String principal() {
        return link == null ? "" : link.principal();
    }

    /**
     * Whether it may call that object, which may be null. Another host that has connected may call what is offered to others. One
     * that was connected to may call nothing but what is passed to it, for which it needs the binder.
     */
    boolean mayCall(ExportedObject object) {
        return link == null
                || object == null
                || (hasConnected ? object.isForOtherHosts() : object.id() == FrameFormat.BINDER_OBJECT_ID);
    }

    /** Its end, if there was no goodbye and its death cannot be seen. */
    ConnectionEnd vanished() {
        return link == null ? ConnectionEnd.DIED : new ConnectionEnd(Loss.DIED, false, false, link.reason());
    }

    @Override
    public String toString() {
        return link == null ? "process " + credentials.pid() : link.place();
    }
}
