// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.streamsclassic;

import io.nearcall.ipc.classic.MessageQueue;
import io.nearcall.ipc.classic.SharedMemorySegment;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Measures the weather of a year, writes the readings to shared memory, and receives a summary from the office. */
public final class Station {

    private static final int SEGMENT_LENGTH = 1 << 18;
    private static final int READINGS = 365 * 24 * 60;
    private static final int READINGS_PER_DAY = 24 * 60;

    private Station() {}

    public static void main(String[] args) throws Exception {
        try (MessageQueue queue = MessageQueue.create(Place.KEY);
                SharedMemorySegment segment = SharedMemorySegment.create(Place.KEY, SEGMENT_LENGTH)) {
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(
                            () -> { // so Ctrl-C leaves nothing behind either
                                segment.remove();
                                queue.remove();
                            }));
            try (ObjectOutputStream out = new ObjectOutputStream(
                    new BufferedOutputStream(segment.openSink().outputStream()))) {
                for (int number = 0; number < READINGS; number++) {
                    if (number % READINGS_PER_DAY == 0) {
                        out.reset(); // otherwise the stream would remember every object it has written
                    }
                    out.writeObject(reading(number));
                }
                out.writeObject(null);
            }
            System.out.printf("written: %,d readings%n", READINGS);
            try (ObjectInputStream in =
                    new ObjectInputStream(queue.openSource(Place.ANSWER).inputStream())) {
                System.out.println("answer:  " + in.readObject());
            }
        } catch (IOException e) { // the office has gone
            System.err.println("station: " + e.getMessage());
            System.exit(1);
        }
    }

    private static Reading reading(int number) {
        double season = -8 * Math.cos(2 * Math.PI * number / READINGS);
        double daytime = -5 * Math.cos(2 * Math.PI * number / READINGS_PER_DAY);
        return new Reading(number, 16 + season + daytime);
    }
}
