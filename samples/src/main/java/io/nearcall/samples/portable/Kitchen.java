// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.portable;

import io.nearcall.ipc.classic.portable.PortableIpc;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

/** Takes orders from the board until the last one, and then reads what the guests say, until they have gone. */
public final class Kitchen {

    private Kitchen() {}

    public static void main(String[] args) throws Exception {
        try (Board board = new Board();
                ReadableByteChannel thanks = PortableIpc.ofThisSystem().openPipeSource(Board.THANKS)) {
            System.out.println("The kitchen is open, on " + System.getProperty("os.name") + ".");
            int served = 0;
            while (!board.take().equals(Guests.LAST)) {
                served = board.serve();
            }
            System.out.println("served: " + served);
            byte[] said = Channels.newInputStream(thanks).readAllBytes();
            System.out.println("thanks: " + new String(said, StandardCharsets.UTF_8));
        }
        Thread.currentThread().join(); // as a server does
    }
}
