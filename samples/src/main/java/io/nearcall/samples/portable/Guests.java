// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.portable;

import io.nearcall.ipc.classic.portable.PortableIpc;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Writes orders to the board, and says thanks. */
public final class Guests {

    static final String LAST = "the bill";

    private static final int ORDERS = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Guests() {}

    public static void main(String[] args) throws Exception {
        // The kitchen opens its pipe when its board is there, and keeps both until it ends.
        try (WritableByteChannel thanks = PortableIpc.ofThisSystem().openPipeSink(Board.THANKS, PATIENCE);
                Board board = new Board()) {
            if (thanks == null) {
                System.err.println("There is no kitchen.");
                System.exit(1);
            }
            for (int table = 1; table <= ORDERS; table++) {
                board.write("soup for table " + table);
            }
            board.write(LAST);
            thanks.write(ByteBuffer.wrap("it was good".getBytes(StandardCharsets.UTF_8)));
            System.out.println("ordered: " + ORDERS + ", on " + System.getProperty("os.name"));
        }
    }
}
