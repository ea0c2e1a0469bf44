// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.Caller;
import java.rmi.server.ServerNotActiveException;

/** Takes the place of {@link java.rmi.server.RemoteServer}: tells a remote method who calls it. */
public abstract class RemoteServer extends RemoteObject {

    protected RemoteServer() {}

    /**
     * Returns {@code localhost}, because all callers are on this host. {@link #getClient()} tells who the caller is.
     *
     * @throws ServerNotActiveException if the current thread runs no remote method
     */
    public static String getClientHost() throws ServerNotActiveException {
        getClient();
        return "localhost";
    }

    /**
     * Returns the process that calls, and its user. The kernel vouches for them.
     *
     * @throws ServerNotActiveException if the current thread runs no remote method
     */
    public static Caller getClient() throws ServerNotActiveException {
        try {
            return Caller.current();
        } catch (IllegalStateException e) {
            ServerNotActiveException notActive = new ServerNotActiveException("not in a remote call");
            notActive.initCause(e);
            throw notActive;
        }
    }
}
