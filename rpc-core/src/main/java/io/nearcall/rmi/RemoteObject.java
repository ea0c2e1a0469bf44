// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import io.nearcall.Remotes;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;

/**
 * In place of {@link java.rmi.server.RemoteObject}. Equal to itself alone, and needs no more: a stub that comes home is the
 * object again, and stubs of one object are equal wherever they are.
 */
public abstract class RemoteObject implements Remote {

    protected RemoteObject() {}

    /**
     * What others are given in place of the object: the object itself, for in its own JVM it needs no stub, and wherever else
     * it is passed it becomes one. A stub is returned as it is.
     *
     * @throws NoSuchObjectException if the object is not exported
     */
    public static Remote toStub(Remote object) throws NoSuchObjectException {
        if (!Remotes.isStub(object) && !Home.isExported(object)) {
            throw new NoSuchObjectException("object not exported");
        }
        return object;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + (Home.isExported(this) ? "exported" : "not exported") + " by process "
                + ProcessHandle.current().pid() + "]";
    }
}
