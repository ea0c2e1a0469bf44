// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.chaos.hostile.Intruder;
import io.nearcall.chaos.hostile.RawFifos;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes as many connections as it is let, with all lanes that they may have over FIFOs. Then knocks on, silently or with a
 * greeting, and passes descriptors that nobody asked for.
 */
final class DescriptorsByConnections implements Attack {

    private static final int PAGE = 4096;
    private static final int SILENT = 100;

    private final String service;
    private final ServedLimits limits;
    private final Path directory = Path.of(System.getProperty("io.nearcall.dir"));
    private final SplittableRandom random = new SplittableRandom();
    private final List<Intruder> connections = new ArrayList<>();
    private final List<RawFifos> fifos = new ArrayList<>();
    private final List<Intruder> silent = new ArrayList<>();
    private int steps;

    DescriptorsByConnections(String service, ServedLimits limits) {
        this.service = service;
        this.limits = limits;
    }

    @Override
    public String take() throws Exception {
        for (int i = 0; i < limits.connectionsLeft(); i++) {
            Intruder connection = Intruder.greeted(service, "fifo");
            connections.add(connection);
            for (int lane = 0; lane < limits.lanesPerConnection(); lane++) {
                openLane(connection, 2 * lane);
            }
        }
        for (int i = 0; i < SILENT; i++) {
            silent.add(Intruder.connect(service));
        }
        return connections.size() + " connections with " + limits.lanesPerConnection() + " lanes over FIFOs each";
    }

    /** Opens a batch of its own, and each batch takes one descriptor more. */
    private void openLane(Intruder connection, int batch) {
        RawFifos lane = new RawFifos(directory, random, 1);
        fifos.add(lane);
        connection.send(new ControlMessage.Lanes(batch, 1, Intruder.RING_CAPACITY, false, lane.name()));
        if (!(connection.receive() instanceof ControlMessage.LanesReady ready)) {
            throw new IllegalStateException("no lane in batch " + batch);
        }
        lane.connect(ready.address());
    }

    @Override
    public void press() {
        switch (steps++ % 3) {
            case 0 -> {
                silent.add(Intruder.connect(service));
                if (silent.size() > SILENT) {
                    silent.remove(0).close();
                }
            }
            case 1 -> {
                try (Intruder further = Intruder.connect(service)) {
                    further.send(Intruder.hello(ControlMessage.VERSION, service, "fifo"));
                    further.receive();
                }
            }
            default -> {
                int descriptor = Memory.memfd("hostile", PAGE);
                try (Intruder generous = Intruder.connect(service)) {
                    generous.sendRaw(new byte[] {1}, descriptor);
                } finally {
                    Descriptors.close(descriptor);
                }
            }
        }
    }
}
