// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.portable;

import io.nearcall.ipc.classic.portable.CountingSemaphore;
import io.nearcall.ipc.classic.portable.IpcName;
import io.nearcall.ipc.classic.portable.OwnedMutex;
import io.nearcall.ipc.classic.portable.PortableIpc;
import io.nearcall.ipc.classic.portable.SharedMemory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The board between guests and kitchen, in memory that both share. It has room for one order. A semaphore tells the
 * kitchen that there is one, another one tells guests that there is room. What has been served is counted under a mutex.
 */
final class Board implements AutoCloseable {

    /** The pipe through which the guests' thanks come. */
    static final IpcName THANKS = new IpcName("board-thanks");

    private static final int LENGTH = 1_024;
    private static final int SERVED = 0;
    private static final int ORDER_LENGTH = 4;
    private static final int ORDER = 8;

    private final SharedMemory memory;
    private final CountingSemaphore orders;
    private final CountingSemaphore room;
    private final OwnedMutex book;
    private final ByteBuffer board;

    Board() {
        PortableIpc ipc = PortableIpc.ofThisSystem();
        memory = ipc.openMemory(new IpcName("board"), LENGTH);
        orders = ipc.openSemaphore(new IpcName("board-orders"), 0);
        room = ipc.openSemaphore(new IpcName("board-room"), 1);
        book = ipc.openMutex(new IpcName("board-book"));
        board = memory.buffer();
    }

    /** Writes an order, and waits for room. */
    void write(String order) throws InterruptedException {
        byte[] text = order.getBytes(StandardCharsets.UTF_8);
        room.acquire();
        board.putInt(ORDER_LENGTH, text.length).put(ORDER, text);
        orders.release();
    }

    /** Takes the order from the board, and waits for one. */
    String take() throws InterruptedException {
        orders.acquire();
        byte[] text = new byte[board.getInt(ORDER_LENGTH)];
        board.get(ORDER, text);
        room.release();
        return new String(text, StandardCharsets.UTF_8);
    }

    /** Counts one more. Returns how many have been served. */
    int serve() throws InterruptedException {
        book.lock(); // if its owner has died, the number is right all the same
        try {
            return board.putInt(SERVED, board.getInt(SERVED) + 1).getInt(SERVED);
        } finally {
            book.unlock();
        }
    }

    @Override
    public void close() {
        book.close();
        room.close();
        orders.close();
        memory.close();
    }
}
