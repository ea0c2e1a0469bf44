// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import com.esotericsoftware.kryo.kryo5.KryoException;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.fifo.FifoChannelProvider;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.ring.RingConsumer;
import io.nearcall.ipc.ring.RingLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.function.Function;

/** All of them. */
final class Readings {

    private Readings() {}

    /** Values of every kind. */
    static Reading values(Gate gate) {
        return new OfLane("values", gate, lane -> lane::readValue);
    }

    /** What a method has thrown. */
    static Reading exceptions(Gate gate) {
        return new OfLane("exceptions", gate, lane -> lane::readThrowable);
    }

    private static final class OfLane implements Reading {

        private final String name;
        private final Lane lane;
        private final Function<byte[], Object> reader;

        OfLane(String name, Gate gate, Function<Lane, Function<byte[], Object>> reader) {
            this.name = name;
            this.lane = new Lane(gate);
            this.reader = reader.apply(lane);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void prepare() {
            lane.prepare();
        }

        @Override
        public boolean read(byte[] message) {
            try {
                reader.apply(message);
                return true;
            } catch (KryoException e) {
                for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                    if (cause instanceof Error error && !(cause instanceof LinkageError)) {
                        throw error; // was caught on the way, which is no defence
                    }
                }
                return false;
            }
        }

        @Override
        public void close() {}
    }

    /** The reading end of a FIFO. */
    static final class OfFifo implements Reading {

        private static final int CAPACITY = 1 << 14;
        private static final String PEER = ".fifo-" + CurrentProcess.pid() + "-0123456789abcdef";
        private static final Doorbell BELL = lane -> {};

        private final Path directory;
        private final ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY);
        private LaneBatch batch;
        private Channel lane;
        private int reader = -1;
        private int writer = -1;

        OfFifo(Path directory) {
            this.directory = directory;
        }

        @Override
        public String name() {
            return "fifo";
        }

        @Override
        public void prepare() {
            close();
            String path = directory.resolve(PEER + "-0").toString();
            Fifo.make(path);
            reader = Fifo.open(path, false);
            batch = new FifoChannelProvider(directory, CurrentProcess.uid())
                    .open(0, 1, CAPACITY, ChannelMode.STREAMING);
            writer = Fifo.open(directory.resolve(batch.address() + "-0").toString(), true);
            lane = batch.connect(LaneBatch.NO_DESCRIPTOR, PEER, BELL)[0];
        }

        @Override
        public boolean read(byte[] message) {
            int length = Math.min(message.length, CAPACITY);
            bytes.put(0, message, 0, length);
            if (length > 0 && Fifo.write(writer, bytes, 0, length) != length) {
                throw new IllegalStateException("the FIFO is full");
            }
            try {
                int frames = 0;
                while (lane.poll()) {
                    walk(lane.receiveMemory(), lane.frameIndex(), lane.frameLength());
                    lane.release();
                    frames++;
                }
                return frames > 0;
            } catch (PeerFault e) {
                return false;
            }
        }

        @Override
        public void close() {
            if (batch != null) {
                batch.close();
                Descriptors.close(reader);
                Descriptors.close(writer);
                batch = null;
            }
        }
    }

    /** A ring whose memory repeats the message. The first byte chooses the layout. */
    static final class OfRing implements Reading {

        private static final int CAPACITY = 4096;

        private final ByteBuffer ring = ByteBuffer.allocateDirect(2 * CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
        private final ByteBuffer words = ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN);

        @Override
        public String name() {
            return "ring";
        }

        @Override
        public void prepare() {}

        @Override
        public boolean read(byte[] message) {
            int length = Math.min(CAPACITY, message.length - 1);
            for (int i = 0; i < 2 * CAPACITY; i++) {
                ring.put(i, length <= 0 ? 0 : message[1 + i % CAPACITY % length]);
            }
            boolean turns = message.length > 0 && message[0] != 0;
            RingLayout layout = turns ? RingLayout.turnTaking(CAPACITY) : RingLayout.streaming(CAPACITY);
            RingConsumer consumer = new RingConsumer(ring, layout, words, 0);
            try {
                int records = 0;
                while (consumer.poll()) {
                    walk(ring, consumer.frameIndex(), consumer.frameLength());
                    consumer.release();
                    records++;
                }
                return records > 0;
            } catch (PeerFault e) {
                return false;
            }
        }

        @Override
        public void close() {}
    }

    private static void walk(ByteBuffer memory, int index, int length) {
        if (index < 0 || length < 0 || index + length > memory.capacity()) {
            throw new IllegalStateException("a frame from " + index + " of " + length + " bytes in " + memory);
        }
    }
}
