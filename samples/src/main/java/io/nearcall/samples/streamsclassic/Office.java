// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.streamsclassic;

import io.nearcall.ipc.classic.MessageQueue;
import io.nearcall.ipc.classic.SharedMemorySegment;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Reads what stations in other JVMs write, while they write it, and answers each station. */
public final class Office {

    private static final int GLANCE_MS = 10;

    private Office() {}

    public static void main(String[] args) throws Exception {
        System.out.println("The office is open.");
        while (true) {
            try (SharedMemorySegment segment = find()) {
                segment.remove(); // both sides are attached: even if both are killed, nothing is left
                serve(segment, MessageQueue.open(Place.KEY));
            }
        }
    }

    /** Waits for a station. */
    private static SharedMemorySegment find() throws InterruptedException {
        while (true) {
            try {
                return SharedMemorySegment.open(Place.KEY);
            } catch (OsException e) {
                if (e.errno() != Errno.ENOENT) {
                    throw e;
                }
            }
            Thread.sleep(GLANCE_MS);
        }
    }

    private static void serve(SharedMemorySegment segment, MessageQueue queue) throws Exception {
        try (ObjectOutputStream out =
                        new ObjectOutputStream(queue.openSink(Place.ANSWER).outputStream());
                ObjectInputStream in = new ObjectInputStream(
                        new BufferedInputStream(segment.openSource().inputStream()))) {
            long beginNs = System.nanoTime();
            Summary summary = read(in);
            double seconds = (System.nanoTime() - beginNs) / 1e9;
            System.out.printf("read: %,d readings, %,.0f a second%n", summary.readings(), summary.readings() / seconds);
            out.writeObject(summary);
        } catch (IOException e) { // the station has gone
            System.err.println("office: " + e.getMessage());
            queue.remove();
        }
    }

    private static Summary read(ObjectInputStream in) throws IOException, ClassNotFoundException {
        Reading coldest = (Reading) in.readObject();
        Reading warmest = coldest;
        int count = 0;
        for (Reading reading = coldest; reading != null; reading = (Reading) in.readObject()) {
            coldest = reading.degrees() < coldest.degrees() ? reading : coldest;
            warmest = reading.degrees() > warmest.degrees() ? reading : warmest;
            count++;
        }
        return new Summary(count, coldest, warmest);
    }
}
