// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.cli.model.Refusal;
import io.nearcall.internal.statistics.PageReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Reads Nearcall's events from the files of flight recordings. */
final class RecordingEvents {

    private RecordingEvents() {}

    /** Adds the events of a file. Ignores the events of other programs. */
    static void read(String file, Joining joining) {
        Path path = Path.of(file);
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw new Refusal(file + " cannot be read.");
        }
        try (RecordingFile recording = new RecordingFile(path)) {
            while (recording.hasMoreEvents()) {
                add(recording.readEvent(), joining);
            }
        } catch (IOException e) {
            throw new Refusal(file + " is not a flight recording: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) { // an event lacks a member
            throw new Refusal(file + " is of another version of Nearcall: " + e.getMessage(), e);
        }
    }

    private static void add(RecordedEvent event, Joining joining) {
        switch (event.getEventType().getName()) {
            case "io.nearcall.SlowCall" ->
                joining.add(call(event, event.getDuration().toNanos(), "", ""));
            case "io.nearcall.FailedCall" ->
                joining.add(call(event, 0, text(event, "outcome"), text(event, "errorType")));
            case "io.nearcall.Refusal" ->
                joining.add(new SeenRefusal(
                        isServed(event),
                        event.getInt("pid"),
                        event.getInt("peerPid"),
                        text(event, "service"),
                        text(event, "reason"),
                        event.getStartTime()));
            case "io.nearcall.Connection" -> {
                if (text(event, "state").equals("opened")) {
                    joining.add(new SeenOpening(
                            text(event, "connection"), event.getBoolean("initiator"), event.getStartTime()));
                }
            }
            default -> {}
        }
    }

    private static SeenCall call(RecordedEvent event, long ns, String outcome, String error) {
        return new SeenCall(
                isServed(event),
                event.getInt("pid"),
                event.getInt("peerPid"),
                text(event, "endpoint"),
                text(event, "peerEndpoint"),
                text(event, "connection"),
                event.getInt("lane"),
                event.getLong("callId"),
                text(event, "service"),
                text(event, "type"),
                text(event, "method"),
                event.getStartTime(),
                ns,
                outcome,
                error);
    }

    private static boolean isServed(RecordedEvent event) {
        return text(event, "side").equals("service");
    }

    /** Returns the text without characters that a terminal would obey; empty if there is none. */
    private static String text(RecordedEvent event, String member) {
        String text = event.getString(member);
        return text == null ? "" : PageReader.harmless(text);
    }
}
