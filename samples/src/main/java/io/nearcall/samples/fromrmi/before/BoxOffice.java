// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fromrmi.before;

import io.nearcall.samples.fromrmi.Seat;
import io.nearcall.samples.fromrmi.SoldOut;
import io.nearcall.samples.fromrmi.TicketOffice;
import io.nearcall.samples.fromrmi.Watcher;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The object that the server offers. Its constructor exports it. */
final class BoxOffice extends UnicastRemoteObject implements TicketOffice {

    private static final long serialVersionUID = 1L;

    private final int seats;
    private final transient Map<String, Seat> reserved = new LinkedHashMap<>();
    private final transient List<Watcher> watchers = new CopyOnWriteArrayList<>();

    BoxOffice(int seats) throws RemoteException {
        this.seats = seats;
    }

    @Override
    public Seat reserve(String customer) throws SoldOut, RemoteException {
        Seat seat;
        synchronized (reserved) {
            if (reserved.size() == seats) {
                throw new SoldOut(seats);
            }
            seat = new Seat(reserved.size() + 1, customer);
            reserved.put(customer, seat);
        }
        for (Watcher watcher : watchers) {
            watcher.reserved(seat);
        }
        return seat;
    }

    @Override
    public Seat seatOf(String customer) {
        synchronized (reserved) {
            return reserved.get(customer);
        }
    }

    @Override
    public int free() {
        synchronized (reserved) {
            return seats - reserved.size();
        }
    }

    @Override
    public void watch(Watcher watcher) {
        watchers.add(watcher);
    }

    @Override
    public void unwatch(Watcher watcher) {
        watchers.remove(watcher);
    }
}
