// SPDX-License-Identifier: Apache-2.0
package io.nearcall.recording;

import io.nearcall.internal.recording.EndpointRecording;
import io.nearcall.internal.statistics.EndpointStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/** Prints which thread finds a running recording first: not the thread of the endpoint. */
final class MeetingJfr {

    private MeetingJfr() {}

    public static void main(String[] arguments) throws Exception {
        try (Recording flight = new Recording()) {
            flight.enable("io.nearcall.Refusal");
            flight.start();
            Queue<Runnable> others = new ArrayDeque<>();
            EndpointRecording recording = recording(others);
            refuse(recording, "EARLY");
            System.out.println("left to others: " + others.size() + ", seen: " + isSeen(recording));

            Thread other = new Thread(others.remove());
            other.start();
            other.join();
            recording.look(System.nanoTime() + TimeUnit.SECONDS.toNanos(2));
            System.out.println("left to others: " + others.size() + ", seen: " + isSeen(recording));

            refuse(recording, "LATE");
            System.out.println("shown: " + reasons(flight));
            recording.close();

            EndpointRecording ended = recording(others);
            ended.look(System.nanoTime());
            ended.close();
            others.remove().run();
            System.out.println("after the end: " + isSeen(ended));
        }
    }

    private static EndpointRecording recording(Queue<Runnable> others) {
        return new EndpointRecording(UUID.randomUUID(), new EndpointStatistics(() -> null), others::add);
    }

    private static void refuse(EndpointRecording recording, String reason) {
        recording.refused(true, 17, null, "kitchen", reason, "");
    }

    private static boolean isSeen(EndpointRecording recording) {
        return recording.of(UUID.randomUUID(), 17, true, "shm") != null;
    }

    private static List<String> reasons(Recording flight) throws IOException {
        Path file = Files.createTempFile("nearcall-test", ".jfr");
        try {
            flight.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals("io.nearcall.Refusal"))
                    .map(event -> event.getString("reason"))
                    .sorted() // those of different threads come in any order
                    .toList();
        } finally {
            Files.delete(file);
        }
    }
}
