// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** {@link Greeter} as RMI requires it. */
public interface RmiGreeter extends Remote {

    String greet(String name) throws RemoteException;
}
