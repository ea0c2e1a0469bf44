// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.chaos.hostile.Intruder;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.Received;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentShape;
import java.util.ArrayDeque;
import java.util.Deque;

/** Opens lanes of the dearest kind on connection after connection, with the same memory of its own for all, until they are refused. */
final class MapsByLanes implements Attack {

    private final String service;
    private final ServedLimits limits;
    private final Segment[] segments; // the number of its batch is in each
    private final Deque<Intruder> connections = new ArrayDeque<>();

    MapsByLanes(String service, ServedLimits limits) {
        this.service = service;
        this.limits = limits;
        this.segments = new Segment[limits.lanesPerConnection()];
        int alignment = RingLayout.streaming(Intruder.RING_CAPACITY).alignment();
        for (int i = 0; i < segments.length; i++) {
            segments[i] = Segment.create(new SegmentShape(2 * i, 1, Intruder.RING_CAPACITY, alignment));
        }
    }

    @Override
    public String take() throws Exception {
        int refused = 0;
        for (int i = 0; i < limits.connectionsLeft(); i++) {
            connections.add(Intruder.greeted(service));
            refused += openLanes(connections.getLast()) ? 0 : 1;
        }
        return "shared lanes on " + connections.size() + " connections, refused to " + refused;
    }

    /** Each lane in a batch of its own; returns whether all were given. */
    private boolean openLanes(Intruder connection) throws Exception {
        for (int i = 0; i < segments.length; i++) {
            connection.offer(
                    new ControlMessage.Lanes(2 * i, 1, Intruder.RING_CAPACITY, true, ""), segments[i].descriptor());
            Received answer = connection.receiveAll();
            if (answer == null || !(answer.message() instanceof ControlMessage.LanesReady)) {
                return false;
            }
            Descriptors.close(answer.descriptor());
        }
        return true;
    }

    @Override
    public void press() throws Exception {
        if (connections.size() == limits.connectionsLeft()) {
            connections.remove().close();
        }
        Intruder connection = Intruder.connect(service);
        connection.send(Intruder.hello(ControlMessage.VERSION, service, "shm"));
        if (connection.receive() instanceof ControlMessage.Welcome) {
            connections.add(connection);
            openLanes(connection);
        } else {
            connection.close(); // there is no room until the closed connection has released everything
        }
    }
}
