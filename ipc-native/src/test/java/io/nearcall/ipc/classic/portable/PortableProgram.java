// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.classic.LockOutcome;
import io.nearcall.ipc.classic.ProgramLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** A process that has objects of {@link PortableIpc}, on any system. */
public final class PortableProgram {

    private static final int MEMORY_BYTES = 5_000;
    private static final int LAST = MEMORY_BYTES - Integer.BYTES;
    private static final int PAID = 8;
    private static final int SENT = 12;
    private static final long HALF_BOOKED_NS = 50_000;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final PortableIpc ipc = PortableIpc.ofThisSystem();
    private final List<AutoCloseable> open = new ArrayList<>();
    private SharedMemory memory;
    private CountingSemaphore semaphore;
    private OwnedMutex mutex;
    private ReadableByteChannel source;
    private WritableByteChannel sink;

    private PortableProgram() {}

    public static void main(String[] arguments) throws IOException {
        ProgramLoop.run(new PortableProgram()::done);
    }

    private Object done(String command, String argument) throws Exception {
        switch (command) {
            case "memory":
                return kept(memory = ipc.openMemory(new IpcName(argument), MEMORY_BYTES));
            case "longer":
                return kept(ipc.openMemory(new IpcName(argument), MEMORY_BYTES + 1));
            case "put":
                return memory.buffer().putInt(LAST, Integer.parseInt(argument)).getInt(LAST);
            case "get":
                return memory.buffer().getInt(LAST);
            case "semaphore":
                return kept(semaphore = ipc.openSemaphore(new IpcName(argument), 1));
            case "acquire":
                return semaphore.tryAcquire(LIMIT);
            case "try":
                return semaphore.tryAcquire(Duration.ofMillis(Long.parseLong(argument)));
            case "release":
                semaphore.release();
                return "done";
            case "mutex":
                return kept(mutex = ipc.openMutex(new IpcName(argument)));
            case "lock":
                return mutex.tryLock(LIMIT);
            case "trylock":
                return mutex.tryLock(Duration.ofMillis(Long.parseLong(argument)));
            case "unlock":
                mutex.unlock();
                return "done";
            case "lockthere":
                return onAnotherThread(() -> mutex.tryLock(LIMIT));
            case "unlockthere":
                return onAnotherThread(() -> {
                    mutex.unlock();
                    return "done";
                });
            case "count":
                return counted(Integer.parseInt(argument));
            case "book":
                return booked();
            case "settle":
                return settled();
            case "close":
                for (AutoCloseable each : open) {
                    each.close();
                }
                open.clear();
                return "done";
            default:
                return piped(command, argument);
        }
    }

    private Object piped(String command, String argument) throws Exception {
        switch (command) {
            case "source":
                return kept(source = ipc.openPipeSource(new IpcName(argument)));
            case "sink":
                return kept(sink = ipc.openPipeSink(new IpcName(argument), LIMIT));
            case "trysink":
                return ipc.openPipeSink(new IpcName(argument), Duration.ofMillis(50)) == null ? "none" : "open";
            case "write":
                return sink.write(ByteBuffer.wrap(argument.getBytes(StandardCharsets.UTF_8)));
            case "fill":
                return filled(Integer.parseInt(argument));
            case "read":
                return read();
            case "drain":
                return drained();
            case "closesink":
                sink.close();
                return "done";
            case "closesource":
                source.close();
                return "done";
            default:
                throw new IllegalArgumentException("command=" + command);
        }
    }

    private String kept(AutoCloseable object) {
        open.add(object);
        return "open";
    }

    /** Runs an action on a thread that has ended afterwards. */
    private static Object onAnotherThread(Callable<Object> action) throws Exception {
        FutureTask<Object> task = new FutureTask<>(action);
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
        return task.get();
    }

    /** Adds one to what is in memory, so often, with the mutex. Without it some would get lost. */
    private int counted(int times) throws InterruptedException {
        ByteBuffer counter = memory.buffer();
        for (int i = 0; i < times; i++) {
            if (mutex.lock() != LockOutcome.ACQUIRED) {
                throw new IllegalStateException("nobody has died");
            }
            try {
                counter.putInt(0, counter.getInt(0) + 1);
            } finally {
                mutex.unlock();
            }
        }
        return counter.getInt(0);
    }

    /** Changes two numbers one after the other, with the mutex, for ever. */
    private Object booked() throws InterruptedException {
        ByteBuffer books = memory.buffer();
        while (true) {
            repair(mutex.lock(), books);
            try {
                books.putInt(PAID, books.getInt(PAID) + 1);
                for (long startNs = System.nanoTime(); System.nanoTime() - startNs < HALF_BOOKED_NS; ) {
                    Thread.onSpinWait();
                }
                books.putInt(SENT, books.getInt(SENT) + 1);
            } finally {
                mutex.unlock();
            }
        }
    }

    /** How the mutex was locked, and how much the numbers differed. They are the same afterwards. */
    private String settled() throws InterruptedException {
        ByteBuffer books = memory.buffer();
        LockOutcome outcome = mutex.tryLock(LIMIT);
        int difference = books.getInt(PAID) - books.getInt(SENT);
        repair(outcome, books);
        mutex.unlock();
        return outcome + " " + difference;
    }

    private static void repair(LockOutcome outcome, ByteBuffer books) {
        if (outcome == LockOutcome.OWNER_DIED) {
            books.putInt(SENT, books.getInt(PAID));
        }
    }

    private String read() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(100);
        int length = source.read(buffer);
        return length < 0 ? "end" : new String(buffer.array(), 0, length, StandardCharsets.UTF_8);
    }

    private int filled(int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(length);
        while (bytes.hasRemaining()) {
            bytes.put((byte) bytes.position());
        }
        return sink.write(bytes.flip());
    }

    /** Reads to the end, and checks that every byte is the one that was written at its place. */
    private int drained() throws IOException {
        ByteBuffer piece = ByteBuffer.allocateDirect(10_000);
        int length = 0;
        while (source.read(piece.clear()) >= 0) {
            piece.flip();
            while (piece.hasRemaining()) {
                if (piece.get() != (byte) length) {
                    throw new IllegalStateException("wrong byte at " + length);
                }
                length++;
            }
        }
        return length;
    }
}
