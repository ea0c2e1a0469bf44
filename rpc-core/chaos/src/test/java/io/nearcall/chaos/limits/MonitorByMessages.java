// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.chaos.hostile.Intruder;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.os.Memory;
import java.util.ArrayList;
import java.util.List;

/** Sends control messages of every kind that a peer may send at any time, as fast as they are taken, on all connections. */
final class MonitorByMessages implements Attack {

    private static final int SHARE = 4;
    private static final int AT_ONCE = 64;
    private static final int LANES = 2;

    /** Are refused: rings have another length. */
    private static final ControlMessage NO_LANES =
            new ControlMessage.Lanes(2, LANES, Intruder.RING_CAPACITY / 2, false, "");

    private final int memory = Memory.memfd("hostile", 4096);
    private final String service;
    private final ServedLimits limits;
    private final List<Intruder> connections = new ArrayList<>();
    private long steps;

    MonitorByMessages(String service, ServedLimits limits) {
        this.service = service;
        this.limits = limits;
    }

    @Override
    public String take() {
        // The other connections are left for short visits, which may still be refused when the next one begins.
        for (int i = 0; i < limits.connectionsLeft() / SHARE; i++) {
            connections.add(Intruder.withLanes(service, LANES, false));
        }
        return "messages on " + connections.size() + " connections";
    }

    @Override
    public void press() {
        int index = (int) (steps++ % connections.size());
        Intruder connection = connections.get(index);
        boolean open = true;
        for (int i = 0; i < AT_ONCE && open; i++) {
            open = i == 0 ? connection.offer(NO_LANES, memory) : connection.send(message(i));
            try {
                while (connection.glance() != null) {
                    // answers are read, or the other side would lose patience
                }
            } catch (ControlSocket.EndOfStream e) {
                open = false;
            }
        }
        if (!open) {
            connection.close();
            connections.set(index, Intruder.withLanes(service, LANES, false));
        }
    }

    private static ControlMessage message(int number) {
        return switch (number % 4) {
            case 0 -> new ControlMessage.Doorbell(0);
            case 1 -> new ControlMessage.Cancel(number % LANES, number);
            case 2 -> new ControlMessage.ClassOffer("no.such.Class", 0, number);
            default -> new ControlMessage.ClassOffer(String.class.getName(), 0, number);
        };
    }
}
