// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A place in libnearcall, or in {@code src/test/c/mortal} above it, where a thread of a process in C can be stopped. Names are those of
 * {@code places.c}. Some are passed again and again: then the thread is stopped at one of the first {@link #passages}.
 */
enum CPlace {
    LISTENING(CrashPoint.BEFORE_CONNECT, Of.SERVER, 1),
    ACCEPTING(CrashPoint.BEFORE_CONNECT, Of.SERVER, 1),
    CONNECTING(CrashPoint.BEFORE_CONNECT, Of.CALLER, 1),
    CONNECTED(CrashPoint.CONNECTED, Of.CALLER, 1),
    ACCEPTED(CrashPoint.CONNECTED, Of.SERVER, 1),
    AWAITING_HELLO(CrashPoint.CONNECTED, Of.SERVER, 1),
    HELLO_SENT(CrashPoint.GREETING_SENT, Of.CALLER, 1),
    WELCOME_SENT(CrashPoint.GREETING_SENT, Of.SERVER, 1),
    LANES_SENT(CrashPoint.DESCRIPTORS_SENT, Of.CALLER, 1),
    LANES_READY_SENT(CrashPoint.DESCRIPTORS_SENT, Of.SERVER, 1),
    SEGMENT_MADE(CrashPoint.MAPPED, Of.BOTH, 1, "shm"),
    SEGMENT_ATTACHED(CrashPoint.MAPPED, Of.BOTH, 1, "shm"),
    FIFO_MADE(CrashPoint.MAPPED, Of.BOTH, 1, "fifo"),
    STREAM_OPENED(CrashPoint.MAPPED, Of.BOTH, 1, "fifo", "unix"),
    CLAIMED(CrashPoint.FRAME_CLAIMED, Of.BOTH, 8),
    PARTLY_WRITTEN(CrashPoint.HALF_WRITTEN, Of.BOTH, 8),
    RING_COMMITTED(CrashPoint.COMMITTED, Of.BOTH, 30, "shm"),
    STREAM_COMMITTED(CrashPoint.COMMITTED, Of.BOTH, 30, "fifo", "unix"),
    AWAITING_RECORD(CrashPoint.TAKEN, Of.CALLER, 1),
    TAKEN(CrashPoint.TAKEN, Of.SERVER, 8),
    METHOD_BEGUN(CrashPoint.IN_THE_METHOD, Of.SERVER, 8),
    FRAGMENT_READ(CrashPoint.HALF_ANSWERED, Of.CALLER, 30),
    FRAGMENT_SENT(CrashPoint.HALF_ANSWERED, Of.SERVER, 30),
    MESSAGE_SEEN(CrashPoint.ANSWERED, Of.CALLER, 8),
    FINISHED(CrashPoint.ANSWERED, Of.SERVER, 8),
    READING_BEGUN(CrashPoint.READING, Of.BOTH, 8),
    PARTLY_READ(CrashPoint.READING, Of.SERVER, 8),
    CLOSE_BEGUN(CrashPoint.CLOSING, Of.BOTH, 1),
    GOODBYE_SENT(CrashPoint.CLOSING, Of.BOTH, 1),
    CONNECTION_ENDED(CrashPoint.CLOSING, Of.BOTH, 1),
    SEGMENT_CLOSED(CrashPoint.CLOSING, Of.BOTH, 1, "shm"),
    LANE_CLOSED(CrashPoint.CLOSING, Of.BOTH, 1);

    private enum Of {
        CALLER,
        SERVER,
        BOTH
    }

    final int passages;

    private final CrashPoint point;
    private final Of of;
    private final Set<String> schemes;

    /** @param schemes of the channels over which it is passed; none for all */
    CPlace(CrashPoint point, Of of, int passages, String... schemes) {
        this.point = point;
        this.of = of;
        this.passages = passages;
        this.schemes = Set.of(schemes);
    }

    /** Where a victim of that kind is at a point; nowhere if the survivor has to tell. */
    static List<CPlace> at(CrashPoint point, boolean server, String scheme) {
        return Arrays.stream(values())
                .filter(place -> place.point == point && place.of != (server ? Of.CALLER : Of.SERVER))
                .filter(place -> place.schemes.isEmpty() || place.schemes.contains(scheme))
                .toList();
    }
}
