// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.Caller;
import java.rmi.server.ServerNotActiveException;

/** In place of {@link java.rmi.server.RemoteServer}: tells a remote method who calls it. */
public abstract class RemoteServer extends RemoteObject {

    protected RemoteServer() {}

    /**
     * Where the caller is: {@code localhost}, as all callers are. Who he is tells {@link #getClient()}.
     *
     * @throws ServerNotActiveException if the current thread runs no remote method
     */
    public static String getClientHost() throws ServerNotActiveException {
        getClient();
        return "localhost";
    }

    /**
     * The process that calls, and its user, for which the kernel vouches.
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
