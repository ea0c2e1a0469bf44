// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart.comparison;

import io.nearcall.samples.quickstart.Orders;
import io.nearcall.samples.race.LoopbackRmi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The server's side of the comparison. It opens nothing before a client asks. */
public final class Opponents implements Comparison {

    private final RmiWarehouse rmiWarehouse; // kept in a field, because RMI refers to exported objects only weakly
    private byte[] stub;
    private volatile FloorFile floor;

    public Opponents(Orders orders) {
        this.rmiWarehouse = new RmiWarehouse(orders);
    }

    @Override
    public synchronized byte[] rmiOrders() {
        if (stub == null) {
            stub = LoopbackRmi.export(rmiWarehouse);
        }
        return stub;
    }

    @Override
    public void meetIn(String file) {
        try {
            floor = FloorFile.map(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void respond() {
        floor.respond();
    }
}
