// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Another library that does the same work. It is measured in the same run, between JVMs of its own. This enum is known
 * without the library's classes. Its two ends are in the module {@code bench/peers}, which only
 * {@code bench/run --peers} builds.
 */
public enum Peer {
    RMI_UNIX(
            "rmi-unix",
            "junixsocket.RmiOverUnix",
            true,
            List.of(),
            "Java RMI whose connections are junixsocket's AF_UNIX sockets, by socket factories; no registry"),
    DIRMI(
            "dirmi",
            "dirmi.DirmiEnds",
            true,
            List.of(),
            "over a Unix socket of the JDK; the order by Dirmi's own serialisers for beans"),
    GRPC(
            "grpc",
            "grpc.GrpcEnds",
            true,
            List.of(),
            "over a Unix socket by Netty's epoll transport, one event loop and direct executors on both sides, one channel; "
                    + "arrays as they are, the order by plain Kryo, as everybody else's, in place of Protocol Buffers"),
    GRPC_DEFAULT_LOOPS(
            "grpc-default-loops",
            "grpc.GrpcDefaultLoopsEnds",
            false,
            List.of(),
            "the same with as many event loops as Netty makes by default, two for each CPU"),
    AERON(
            "aeron",
            "aeron.AeronEnds",
            false,
            List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Dagrona.disable.bounds.checks=true"),
            "IPC, a raw echo of as many bytes and no call; the order is coded by hand, field by field; an exclusive "
                    + "publication for each caller and for the answers to it; SHARED media driver in the server with backoff, "
                    + "application threads on a backoff of 1,000 spins and 20 yields, terms of 64 KiB, and of 1 MiB beyond "
                    + "4 KiB; \"aeron-pipelined\" is one thread that has as many echoes on the way as there are callers");

    /** What the report says about a library that a reader may miss here. */
    public static final String NOT_MEASURED =
            "chronicle is not measured: Chronicle Queue 2026.4 does not start on JDK 17 or 25 without flags, for it calls "
                    + "FileChannelImpl.map0 inside the JDK; its makers ask for nine --add-exports and --add-opens, of java.lang, "
                    + "java.util and the compiler among others; and a queue keeps all that was ever sent";

    /** The number of callers for which Aeron has streams here. */
    public static final int AERON_CALLERS = 8;

    private static final String ON_ONE_CPU = "-one-cpu";
    private static final String PIPELINED = "-pipelined";

    private final String system;
    private final String ends;
    private final boolean alsoOnOneCpu;
    private final List<String> flags;
    private final String configuration;

    Peer(String system, String ends, boolean alsoOnOneCpu, List<String> flags, String configuration) {
        this.system = system;
        this.ends = ends;
        this.alsoOnOneCpu = alsoOnOneCpu;
        this.flags = flags;
        this.configuration = configuration;
    }

    /** Returns the peer of that name, in either placement, and in any way to call it. */
    public static Optional<Peer> of(String system) {
        return Arrays.stream(values())
                .filter(peer -> List.of(peer.system, peer.systemOnOneCpu(), pipelined(peer.system))
                        .contains(system))
                .findFirst();
    }

    /** Returns the name of the same system, called by one thread that has several calls on the way. */
    public static String pipelined(String system) {
        return system + PIPELINED;
    }

    /** Returns the name in tables and files. */
    public String system() {
        return system;
    }

    /** Returns the name of the same system with both JVMs confined to one CPU. */
    public String systemOnOneCpu() {
        return system + ON_ONE_CPU;
    }

    /** Returns both placements. A peer that spins has only the first, because nobody would let it share a CPU. */
    public List<String> systems() {
        return alsoOnOneCpu ? List.of(system, systemOnOneCpu()) : List.of(system);
    }

    /** Returns the flags that its JVMs get besides the flags of all JVMs. */
    public List<String> flags() {
        return flags;
    }

    /** Returns a line of the report: the set-up, and what is compared if it is not a call. */
    public String configuration() {
        return configuration;
    }

    /** Returns its ends, in a JVM that has their module on its class path. */
    public PeerEnds ends() throws ReflectiveOperationException {
        String name = Peer.class.getPackageName() + "." + ends;
        return (PeerEnds) Class.forName(name).getConstructor().newInstance();
    }
}
