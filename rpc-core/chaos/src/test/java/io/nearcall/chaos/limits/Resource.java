// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.Endpoint;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.hostile.Intruder;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * What a hostile process can take much of, by which means, and how much that is at most: the bounds are those of {@code
 * docs/guide/limits.md}, for the small limits that the attacked endpoint has here.
 */
enum Resource {
    HEAP_BY_REFERENCES(
            "references",
            new ServedLimits(1, 64, 2, 16 << 20, 1024),
            Held::heapBytes,
            "A client sends a call with 65,536 references, and another one with as many other objects, without its end."
                    + " Then it ends such calls, begins others, and never reads which objects were released.",
            "the releases that wait to be sent are not bounded") {
        @Override
        Held bound() {
            return ofLanes(1).plus(heap(MAX_REFERENCES * REFERENCE_BYTES));
        }

        /** What has been told of objects, and not read, waits in the socket, and is not on the heap. */
        @Override
        int leastTenths() {
            return 8;
        }
    },
    HEAP_BY_HALVES(
            "halves",
            new ServedLimits(4, 64, 5, 256 << 10, 128),
            Held::heapBytes,
            "A client sends calls of the greatest permitted length, without their ends, on all its lanes. Their arrays"
                    + " claim to be eight times as long. Then it ends the calls, and begins others, of which every second"
                    + " one is too long.",
            "the length of a message is not bounded") {
        @Override
        Held bound() {
            int lanes = limits().connectionsLeft() * limits().lanesPerConnection();
            return ofLanes(lanes).plus(heap(lanes * ARRAY_GROWTH * limits().maxMessageBytes()));
        }
    },
    THREADS_BY_CALLS(
            "threads",
            new ServedLimits(4, 64, 5, 1 << 20, 64),
            Held::threads,
            "A client has as many calls in progress on all its lanes as it may. Their methods never return. It cancels"
                    + " them and calls again.",
            "calls in progress are not counted") {
        @Override
        Held bound() {
            int lanes = limits().connectionsLeft() * limits().lanesPerConnection();
            int calls = lanes * limits().maxCalls();
            return ofLanes(lanes).plus(new Held(calls * CALL_BYTES, calls + lanes * THREADS_FOR_CANCELLED, 0, 0));
        }
    },
    DESCRIPTORS_BY_CONNECTIONS(
            "descriptors",
            new ServedLimits(8, 64, 32, 1 << 20, 64),
            Held::descriptors,
            "A client makes as many connections as it may, each with all its lanes over FIFOs. Then it keeps connecting,"
                    + " silently or with a greeting, and passes descriptors that were not requested.",
            "connections without a greeting are not counted") {
        @Override
        Held bound() {
            int lanes = limits().connectionsLeft() * limits().lanesPerConnection();
            return ofLanes(lanes).plus(new Held(0, 0, lanes * DESCRIPTORS_OF_FIFOS + DESCRIPTORS_IN_PASSING, 0));
        }
    },
    MAPS_BY_LANES(
            "maps",
            new ServedLimits(64, 64, 96, 1 << 20, 256),
            Held::maps,
            "A client opens shared lanes, which need the most maps, on connection after connection until they are refused."
                    + " Then it closes one connection after the other and opens another with as many lanes.",
            "the lanes of all connections are not counted") {
        @Override
        Held bound() {
            int connections = limits().connectionsLeft();
            int lanes = connections * FIRST_LANES + LANES_OF_ENDPOINT;
            return ofLanes(lanes).withMaps(MAPS_OF_BATCH * LANES_OF_ENDPOINT + MAPS_OF_FIRST * connections);
        }
    },
    MONITOR_BY_MESSAGES(
            "messages",
            new ServedLimits(4, 64, 33, 1 << 20, 64),
            held -> 0,
            "A client sends doorbells, cancellations, classes and lanes that are refused, as fast as they are read, on"
                    + " eight connections. Its neighbour connects, greets and disconnects, which needs the monitor.",
            "a peer that sends without a pause is read without a pause") {
        @Override
        Held bound() {
            return ofLanes(limits().connectionsLeft() * limits().lanesPerConnection());
        }

        @Override
        Neighbour neighbour(Endpoint endpoint, String service) {
            return new Neighbour(number -> {
                try (Intruder visitor = Intruder.greeted(service)) {
                    visitor.leave();
                }
            });
        }
    },
    TIME_BY_CALLS(
            "calls",
            new ServedLimits(4, 64, 5, 1 << 20, 64),
            held -> 0,
            "A client calls on all its lanes without a pause: with 15 KB on borrowed lanes, and one-way on shared lanes.",
            "all lanes of an endpoint share sixteen threads") {
        @Override
        Held bound() {
            int lanes = limits().connectionsLeft() * limits().lanesPerConnection();
            return ofLanes(lanes).plus(heap(limits().connectionsLeft() * limits().maxCalls() * CALL_BYTES));
        }
    };

    /** Whatever channel the build prefers. */
    static final List<String> ANY_CHANNEL = List.of("env", "-u", "NEARCALL_CHANNEL");

    /** The default of the option. */
    static final int MAX_REFERENCES = 65_536;

    private static final int LANES_OF_ENDPOINT = 16_384;
    private static final int FIRST_LANES = 5;
    private static final int MAPS_OF_BATCH = 2;
    private static final int MAPS_OF_SHARED_LANE = 6;
    private static final int MAPS_OF_FIRST = 2 * MAPS_OF_BATCH + MAPS_OF_SHARED_LANE;
    private static final int DESCRIPTORS_OF_CONNECTION = 2;
    private static final int DESCRIPTORS_OF_FIFOS = 3;
    private static final int DESCRIPTORS_IN_PASSING = 16;
    private static final int ARRAY_GROWTH = 8;
    private static final int THREADS_FOR_CANCELLED = 5;
    private static final double LEAST_BUSY_THREADS = 0.3;
    private static final long LANE_BYTES = 32 << 10;
    private static final long CALL_BYTES = 4 << 10;
    private static final long REFERENCE_BYTES = 320;

    private final String attack;
    private final ServedLimits limits;
    private final ToLongFunction<Held> measured;
    private final String description;
    private final String mutation;

    Resource(String attack, ServedLimits limits, ToLongFunction<Held> measured, String description, String mutation) {
        this.attack = attack;
        this.limits = limits;
        this.measured = measured;
        this.description = description;
        this.mutation = mutation;
    }

    /** What the attacker can have the attacked process hold at most. */
    abstract Held bound();

    private static Held heap(long bytes) {
        return new Held(bytes, 0, 0, 0);
    }

    /** What lanes in use take, over shared memory, each alone in its batch, with the connections that they belong to. */
    Held ofLanes(int lanes) {
        return new Held(
                lanes * LANE_BYTES,
                lanes,
                limits.connectionsLeft() * DESCRIPTORS_OF_CONNECTION,
                lanes * MAPS_OF_SHARED_LANE);
    }

    /** How many threads the attack keeps busy at least, in both processes: where nothing is measured, it shows that it is made. */
    double leastBusyThreads() {
        return measured.applyAsLong(bound()) == 0 ? LEAST_BUSY_THREADS : 0;
    }

    /** Whether the attack has come near its bound, or it would show little. */
    boolean isReached(Held more) {
        return 10 * measured.applyAsLong(more) >= leastTenths() * measured.applyAsLong(bound());
    }

    int leastTenths() {
        return 9;
    }

    String row() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    String attack() {
        return attack;
    }

    ServedLimits limits() {
        return limits;
    }

    String description() {
        return description;
    }

    String mutation() {
        return mutation;
    }

    /** Whether idle threads of a pool must have ended after the end of the attacker, which takes seconds. */
    boolean isAboutThreads() {
        return this == THREADS_BY_CALLS;
    }

    /** A good client of that service. */
    Neighbour neighbour(Endpoint endpoint, String service) {
        Target target = endpoint.lookup(Target.class, "shm:" + service);
        CallKind[] kinds = {CallKind.PING, CallKind.ORDER, CallKind.FUTURE};
        return new Neighbour(number -> kinds[(int) (number % kinds.length)].call(target, 2 * number + 1));
    }
}
