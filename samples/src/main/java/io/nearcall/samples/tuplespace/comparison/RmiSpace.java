// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace.comparison;

import io.nearcall.samples.tuplespace.Template;
import io.nearcall.samples.tuplespace.Tuple;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** So much of the space as is compared, as Java RMI wants it. */
public interface RmiSpace extends Remote {

    void out(Tuple tuple) throws RemoteException;

    /** Null if there is none. */
    Tuple inp(Template template) throws RemoteException;
}
