// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace.comparison;

import io.nearcall.samples.tuplespace.Template;
import io.nearcall.samples.tuplespace.Tuple;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** The part of the space that is compared, as Java RMI requires it. */
public interface RmiSpace extends Remote {

    void out(Tuple tuple) throws RemoteException;

    /** Returns null if no tuple matches. */
    Tuple inp(Template template) throws RemoteException;
}
