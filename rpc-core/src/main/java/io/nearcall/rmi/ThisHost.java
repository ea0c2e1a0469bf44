// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.rmi.ConnectException;
import java.rmi.RemoteException;
import java.rmi.UnknownHostException;

/** Checks that the name of a host means this host. */
final class ThisHost {

    private ThisHost() {}

    /** Asks the resolver only if the name is not null, empty or {@code localhost}. */
    static void require(String host) throws RemoteException {
        if (host == null || host.isEmpty() || host.equalsIgnoreCase("localhost")) {
            return;
        }
        try {
            InetAddress address = InetAddress.getByName(host);
            if (address.isLoopbackAddress()
                    || address.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(address) != null) {
                return;
            }
        } catch (java.net.UnknownHostException e) {
            throw new UnknownHostException("Unknown host: " + host, e);
        } catch (SocketException e) {
            throw new ConnectException("Cannot determine whether " + host + " is this host", e);
        }
        throw new ConnectException(
                host + " is another host, and io.nearcall.rmi calls objects on this host only. Use Java RMI for objects"
                        + " on " + host + ", or run both sides on one host");
    }
}
