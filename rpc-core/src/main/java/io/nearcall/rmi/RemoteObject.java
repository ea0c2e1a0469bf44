// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.Remotes;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;

/**
 * In place of {@link java.rmi.server.RemoteObject}. Equal to itself alone; stubs of one object are equal, wherever they are.
 * A stub that another process sends home is the object again.
 */
public abstract class RemoteObject implements Remote {

    protected RemoteObject() {}

    /**
     * A stub of the object, as other processes have it: arguments and results of its calls are copied, and after {@link
     * UnicastRemoteObject#unexportObject} they are refused. All stubs of an object are equal in this process. Wherever the stub
     * is passed it leads to the object directly. What is a stub already is returned as it is.
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
