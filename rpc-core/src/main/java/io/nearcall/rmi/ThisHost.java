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
            throw new ConnectException("Whether " + host + " is this host cannot be found out", e);
        }
        throw new ConnectException(
                host + " is another host: Nearcall's calls do not leave this one. Keep Java RMI for what"
                        + " is there, or run both sides on one host");
    }
}
