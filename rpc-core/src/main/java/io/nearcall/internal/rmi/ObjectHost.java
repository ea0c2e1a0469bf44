// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The objects of one process that are bound in some registry. Public only because generated classes implement it. */
public interface ObjectHost extends Remote {

    /** The object; null if it is not there any more. */
    Remote object(String id) throws RemoteException;
}
