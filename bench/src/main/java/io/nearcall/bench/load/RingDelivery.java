// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.bench.pair.ControlPort;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.nio.channels.FileChannel;

/** The writing side of the bare ring, in the client JVM. */
final class RingDelivery implements Delivery {

    /** The name in tables and files. */
    static final String NAME = "bare ring";

    /** The purpose of a connection to the server's {@link ControlPort}. */
    static final int PURPOSE = 'R';

    private static final int AT_ONCE = 1_000;

    private final BareRing ring;
    private final DataOutputStream commands;
    private final DataInputStream answers;

    /** @param path the path of the memory that {@link RingReader} has made */
    RingDelivery(String path, int controlPort) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path, "rw")) {
            ring = new BareRing(file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, BareRing.LENGTH_BYTES));
        }
        Socket control = ControlPort.connect(controlPort, PURPOSE);
        commands = new DataOutputStream(control.getOutputStream());
        answers = new DataInputStream(control.getInputStream());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public long deliver(long durationNs) throws IOException {
        commands.writeByte(1);
        long sent = 0;
        long beganNs = System.nanoTime();
        do {
            putSome();
            sent += AT_ONCE;
        } while (System.nanoTime() - beganNs < durationNs);
        ring.put(RingReader.LAST);
        Arrivals.check(sent, answers.readLong());
        return sent;
    }

    private void putSome() {
        for (int i = 0; i < AT_ONCE; i++) {
            ring.put(i);
        }
    }
}
