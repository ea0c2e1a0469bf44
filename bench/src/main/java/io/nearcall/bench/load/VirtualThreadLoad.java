// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.bench.subject.Expect;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import io.nearcall.bench.trade.RmiTrade;
import io.nearcall.bench.trade.Trade;
import java.rmi.ConnectIOException;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A thousand virtual threads. Each calls {@code add} again and again. */
final class VirtualThreadLoad implements LoadClientMain.Load {

    /** The name in tables and files. */
    static final String NAME = "virtual threads";

    static final String RATE = "calls per second";

    private static final int THREADS = 1_000;

    private final List<Map.Entry<String, VirtualCallers.Call>> systems;

    VirtualThreadLoad(Trade trade, RmiTrade rmi) {
        systems = List.of(
                Map.entry(NearcallSubject.NAME, () -> Expect.sum(trade.add(1, 2), 3)),
                Map.entry(RmiSubject.NAME, () -> Expect.sum(add(rmi), 3)));
    }

    /** A thousand callers at once want connections. RMI's server may not accept them in time, so they try again. */
    private static int add(RmiTrade rmi) throws RemoteException {
        while (true) {
            try {
                return rmi.add(1, 2);
            } catch (ConnectIOException e) {
                Thread.yield(); // the time lost here is part of the rate
            }
        }
    }

    @Override
    public List<LoadFigure> turn(long sliceNs, boolean backwards) throws Exception {
        List<LoadFigure> found = new ArrayList<>();
        for (Map.Entry<String, VirtualCallers.Call> system : Turn.of(systems, backwards)) {
            double perSecond = VirtualCallers.callsPerSecond(THREADS, sliceNs, system.getValue());
            found.add(new LoadFigure(NAME, system.getKey(), RATE, List.of(perSecond)));
        }
        return found;
    }
}
