// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.Remotes;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;

/**
 * Takes the place of {@link java.rmi.server.RemoteObject}. An object is equal to itself alone. Stubs of one object are
 * equal, wherever they are. If another process sends a stub home, the object itself arrives.
 */
public abstract class RemoteObject implements Remote {

    protected RemoteObject() {}

    /**
     * Returns a stub of the object, as other processes have it. Arguments and results of its calls are copied, and its
     * calls are refused after {@link UnicastRemoteObject#unexportObject}. All stubs of an object are equal in this
     * process. Wherever the stub is passed, it leads to the object directly. If {@code object} is a stub already, it is
     * returned as it is.
     *
     * @throws NoSuchObjectException if the object is not exported
     */
    public static Remote toStub(Remote object) throws NoSuchObjectException {
        Remote stub = Remotes.isStub(object) ? object : Home.stub(object);
        if (stub == null) {
            throw new NoSuchObjectException("object not exported");
        }
        return stub;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + (Home.isExported(this) ? "exported" : "not exported") + " by process "
                + ProcessHandle.current().pid() + "]";
    }
}
