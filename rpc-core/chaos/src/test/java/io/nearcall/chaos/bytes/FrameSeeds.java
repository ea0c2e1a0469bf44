// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** Those of the {@link Seeds} that are no values: control messages, records of a ring and frames of a FIFO. */
final class FrameSeeds {

    private final Path corpus;

    FrameSeeds(Path corpus) {
        this.corpus = corpus;
    }

    void write() throws IOException {
        control();
        frames();
    }

    private void put(String reading, String name, byte[] message) throws IOException {
        Seeds.put(corpus, reading, name, message);
    }

    private void control() throws IOException {
        byte[] name = text("io.nearcall.Orders");
        byte[] limits = bytes(16).putInt(64).putInt(0).putLong(1 << 28).array();
        byte[] id = new byte[16];
        byte[] magic = bytes(8).putInt('N' | 'C' << 8 | 'A' << 16 | 'L' << 24)
                .putInt(1)
                .array();
        byte[] four = bytes(4).putInt(7).array();
        byte[] eight = bytes(8).putLong(99).array();
        message("hello", 1, magic, four, id, limits, name, text("shm"));
        message("welcome", 2, magic, four, id, limits);
        message("refused", 3, magic, new byte[] {3}, text("busy"));
        message("lanes", 4, four, four, four, bytes(4).putInt(1).array(), text(""));
        message("lanes-of-fifos", 4, four, four, four, new byte[4], text(".fifo-7-0123456789abcdef"));
        message("lanes-ready", 5, four, four, four, text(".fifo-7-0123456789abcdef"));
        message("doorbell", 6, four);
        message("cancel", 7, four, eight);
        message("class-offer", 8, name, four, eight);
        message("class-offer-of-a-canary", 8, text(Canaries.class.getName() + "$Plain"), new byte[4], eight);
        message("class-agreed", 9, name, four);
        message("class-refused", 10, name, text("why not"));
        message("goodbye", 11, new byte[] {1}, text("bye"), new byte[] {2, 0}, four, eight, four, eight);
        message("lanes-refused", 12, four, text("none left"));
        message("nothing", 0);
        put("control", "stream", new byte[] {0, 5, 0, 0, 0, 6, 1, 0, 0, 0, 5, 0, 0, 0, 6, 2, 0, 0, 0, 13, 0});
        put("control", "too-long", new byte[] {0, 1, 16, 0, 0, 6});
        put("control", "negative", new byte[] {0, -1, -1, -1, -1, 6});
    }

    private void message(String name, int type, byte[]... parts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(1);
        all.write(type);
        for (byte[] part : parts) {
            all.write(part);
        }
        put("control", name, all.toByteArray());
    }

    private static byte[] text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return bytes(2 + utf8.length).putShort((short) utf8.length).put(utf8).array();
    }

    private static ByteBuffer bytes(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void frames() throws IOException {
        for (boolean turns : new boolean[] {false, true}) {
            ByteBuffer ring = bytes(1 + 4096);
            ring.put(0, (byte) (turns ? 1 : 0));
            int step = turns ? 1024 : 64;
            for (int i = 0; i < 4; i++) {
                ring.putLong(1 + i * step, i + 1 | 20L << 32 | (turns ? 0x80L << 56 : 3L << 56));
            }
            put("ring", turns ? "turns" : "stream", Arrays.copyOf(ring.array(), 1 + 3 * step + 64));
        }
        put("ring", "too-long", bytes(9).putLong(1, 1 | 0xFFFFFFL << 32).array());
        ByteBuffer fifo = bytes(4 * 16);
        fifo.putLong(1 | 8L << 32).putLong(5).putLong(8L << 32).putLong(6); // a frame, a Done
        fifo.putLong(2 | 0L << 32 | 0x81L << 56).putLong(3 | 8L << 32).putLong(7);
        put("fifo", "frames", Arrays.copyOf(fifo.array(), fifo.position()));
        put("fifo", "half", Arrays.copyOf(fifo.array(), 12));
        put("fifo", "too-long", bytes(8).putLong(1 | 4073L << 32).array());
        put("fifo", "done-too-long", bytes(16).putLong(9L << 32).array());
        put("fifo", "longest", bytes(8 + 4072).putLong(0, 1 | 4072L << 32).array());
    }
}
