// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.Map;

/** {@link Trade} as RMI requires it. */
public interface RmiTrade extends Remote {

    void ping() throws RemoteException;

    int add(int left, int right) throws RemoteException;

    Order place(Order order) throws RemoteException;

    byte[] echo(byte[] bytes) throws RemoteException;

    String repeat(String text) throws RemoteException;

    byte[] exchange(byte[] request, int replyBytes) throws RemoteException;

    List<Position> list(List<Position> positions) throws RemoteException;

    Map<String, Integer> count(Map<String, Integer> quantities) throws RemoteException;
}
