// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.dirmi;

import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.Position;
import java.util.List;
import java.util.Map;
import org.cojen.dirmi.Remote;
import org.cojen.dirmi.RemoteException;

/** {@link io.nearcall.bench.trade.Trade} as Dirmi requires it. */
public interface DirmiTrade extends Remote {

    void ping() throws RemoteException;

    int add(int left, int right) throws RemoteException;

    Order place(Order order) throws RemoteException;

    byte[] echo(byte[] bytes) throws RemoteException;

    String repeat(String text) throws RemoteException;

    byte[] exchange(byte[] request, int replyBytes) throws RemoteException;

    List<Position> list(List<Position> positions) throws RemoteException;

    Map<String, Integer> count(Map<String, Integer> quantities) throws RemoteException;
}
