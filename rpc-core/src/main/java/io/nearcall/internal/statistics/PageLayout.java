// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

/**
 * The format of a statistics page: a file that one endpoint writes through a map, and that all processes of its user
 * may read. Little-endian. A header is followed by blocks, each with a type and a length, which are never moved. {@code
 * docs/internals/statistics.md} describes the format for authors of other readers.
 */
public final class PageLayout {

    /*
     *  header                  0                                   4
     *     0 +-----------------------------------+-----------------------------------+
     *       |                                 Magic                                 |  stored last
     *     8 +-----------------------------------+-----------------------------------+
     *       |              Version              |                Pid                |
     *    16 +-----------------------------------+-----------------------------------+
     *       |                              Start ticks                              |  of the process, as in /proc/PID/stat
     *    24 +-----------------------------------+-----------------------------------+
     *       |                       Opened, ms since the epoch                      |
     *    32 +-----------------------------------+-----------------------------------+
     *       |                End                |               State               |  End grows when a block is complete
     *    40 +-----------------------------------+-----------------------------------+
     *       |                                Changes                                |  odd while totals are moved
     *    48 +-----------------------------------+-----------------------------------+
     *       |                               Uncounted                               |  lane and method without a cell
     *    56 +-----------------------------------+-----------------------------------+
     *       |                  unused                                               |
     *    64 +-----------------------------------+-----------------------------------+
     *       |  Name of the endpoint, version of Nearcall, version of the JDK, pid   |
     *       |  namespace, runtime directory: a length of 2 bytes, UTF-8 bytes       |
     *   896 +-----------------------------------+-----------------------------------+
     *       |  a cell for counts that have no other cell; has no meaning            |
     *  1024 +-----------------------------------+-----------------------------------+
     *
     *  a block: its length and its offset are multiples of 64 bytes
     *     0 +-----------------------------------+-----------------------------------+
     *       |               Type                |              Length               |
     *     8 +-----------------------------------+-----------------------------------+
     *
     *  METHOD                                          CONNECTION                          CELL
     *     8  Row, Side                                 Number, State                       Row, Number of the connection
     *    16  1 if some calls are not counted           Peer's pid, Side                    Calls
     *    24  Failures                                  Opened, ms since the epoch          Calls that have ended
     *    32                                            Exported, Imported                  Bytes of calls
     *    40                                            Streams                             Bytes of answers
     *    64  Service, interface, signature,            Channel                             Waits that ended by spinning
     *    72  place on other hosts                                                          by yielding, 80 asleep
     *
     *  A cell of connection 0 has the counts of lanes that are gone. The first 64 bytes of a cell, a cache line, are
     *  written for each call, and the others only for long waits.
     *
     *  DURATIONS
     *     8  Row
     *    16  Sum in ns, 24 longest in ns
     *    64  count of calls, by bucket of Durations
     *
     *  FAILURE                                       EVENTS: 256 of these, from 64 on
     *     8  Row                                         0  Time, ms since the epoch
     *    16  Count                                       8  Kind, Row
     *    24  First, 32 last, ms since the epoch         16  Pid of the peer, number of the event
     *    64  Class, message, stack                      24  Duration in ns
     *                                                  32  Offset of the failures of its kind, or 0
     *
     *  REFUSAL
     *     8  Number, Side
     *    16  Count
     *    24  First, 32 last, ms since the epoch
     *    64  Reason
     *
     * A cell is written by the thread that has its lane, or half of it. The numbers of exports, imports and streams of
     * a connection are written under the connection's lock for them. All else is written under the lock of the
     * endpoint.
     *
     * A crash leaves the page as it is. At worst, one call is not counted, or Changes is odd. In the latter case, the
     * counts of the lanes of one connection may be there twice.
     */

    /** The end of the name of a page, after the process id and a number within the process. */
    public static final String SUFFIX = ".stats";

    /** The end of the name of a page whose process has been found dead. */
    static final String DEAD_SUFFIX = ".dead" + SUFFIX;

    static final long MAGIC = 0x31534c4c41434e4eL; // NNCALLS1
    static final int VERSION = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int PID_OFFSET = 12;
    static final int START_TICKS_OFFSET = 16;
    static final int OPENED_OFFSET = 24;
    static final int END_OFFSET = 32;
    static final int STATE_OFFSET = 36;
    static final int CHANGES_OFFSET = 40;
    static final int UNCOUNTED_OFFSET = 48;
    static final int TEXTS_OFFSET = 64;
    static final int TEXTS_END = 896;
    static final int SCRATCH_OFFSET = 896;
    static final int HEADER_LENGTH = 1024;

    static final int OPEN = 1;
    static final int CLOSING = 2;

    static final int ALIGNMENT = 64;
    static final int TYPE_OFFSET = 0;
    static final int LENGTH_OFFSET = 4;

    static final int METHOD = 1;
    static final int CONNECTION = 2;
    static final int CELL = 3;
    static final int FREE_CELL = 4;

    static final int METHOD_ROW_OFFSET = 8;
    static final int METHOD_SIDE_OFFSET = 12;
    static final int METHOD_PARTIAL_OFFSET = 16;
    static final int METHOD_FAILURES_OFFSET = 24;
    static final int METHOD_TEXTS_OFFSET = 64;

    /** There was once no room for a lane's counts of the method. */
    static final int PARTIAL = 1;

    static final int CALLED = 1;
    static final int SERVED = 2;

    static final int CONNECTION_NUMBER_OFFSET = 8;
    static final int CONNECTION_STATE_OFFSET = 12;
    static final int CONNECTION_PEER_OFFSET = 16;
    static final int CONNECTION_SIDE_OFFSET = 20;
    static final int CONNECTION_OPENED_OFFSET = 24;
    static final int CONNECTION_GAUGES_OFFSET = 32;
    static final int CONNECTION_TEXTS_OFFSET = 64;
    static final int CONNECTION_LENGTH = 128;

    static final int CONNECTED = 1;
    static final int ENDED = 2;

    static final int CELL_ROW_OFFSET = 8;
    static final int CELL_CONNECTION_OFFSET = 12;
    static final int CELL_CALLS_OFFSET = 16;
    static final int CELL_ENDED_OFFSET = 24;
    static final int CELL_CALL_BYTES_OFFSET = 32;
    static final int CELL_ANSWER_BYTES_OFFSET = 40;
    static final int CELL_WAITS_OFFSET = 64;
    static final int CELL_LENGTH = 128;

    /** Stands for the number of a connection that has ended. */
    static final int GONE = 0;

    static final int DURATIONS = 5;
    static final int FAILURE = 6;
    static final int EVENTS = 7;
    static final int REFUSAL = 8;

    static final int DURATIONS_ROW_OFFSET = 8;
    static final int DURATIONS_SUM_OFFSET = 16;
    static final int DURATIONS_LONGEST_OFFSET = 24;
    static final int DURATIONS_BUCKETS_OFFSET = 64;
    static final int DURATIONS_LENGTH = DURATIONS_BUCKETS_OFFSET + Durations.BUCKETS * Long.BYTES;

    static final int FAILURE_ROW_OFFSET = 8;
    static final int FAILURE_COUNT_OFFSET = 16;
    static final int FAILURE_FIRST_OFFSET = 24;
    static final int FAILURE_LAST_OFFSET = 32;
    static final int FAILURE_TEXTS_OFFSET = 64;

    static final int REFUSAL_NUMBER_OFFSET = 8;
    static final int REFUSAL_SIDE_OFFSET = 12;
    static final int REFUSAL_COUNT_OFFSET = 16;
    static final int REFUSAL_FIRST_OFFSET = 24;
    static final int REFUSAL_LAST_OFFSET = 32;
    static final int REFUSAL_TEXTS_OFFSET = 64;

    /** The most bytes of the stack of a failure. Longer stacks are cut. */
    static final int MAX_STACK_BYTES = 2000;

    static final int EVENTS_FIRST_OFFSET = 64;
    static final int EVENTS_KEPT = 256;
    static final int EVENT_LENGTH = 64;
    static final int EVENTS_LENGTH = EVENTS_FIRST_OFFSET + EVENTS_KEPT * EVENT_LENGTH;

    static final int EVENT_TIME_OFFSET = 0;
    static final int EVENT_KIND_OFFSET = 8;
    static final int EVENT_ROW_OFFSET = 12;
    static final int EVENT_PEER_OFFSET = 16;
    static final int EVENT_NUMBER_OFFSET = 20;
    static final int EVENT_DURATION_OFFSET = 24;
    static final int EVENT_FAILURE_OFFSET = 32;

    static final int EVENT_FAILED = 1;
    static final int EVENT_SLOW = 2;
    static final int EVENT_OPENED = 3;
    static final int EVENT_ENDED = 4;
    static final int EVENT_DIED = 5;
    static final int EVENT_REFUSED = 6;

    /** The first length of the file in bytes. It doubles when the file is full. */
    static final int FIRST_LENGTH = 32 * 1024;

    /** The greatest length of the file in bytes, and the length of the map from the beginning. */
    static final int MAX_LENGTH = 4 * 1024 * 1024;

    /** Longer names are cut. */
    static final int MAX_TEXT_BYTES = 255;

    private PageLayout() {}
}
