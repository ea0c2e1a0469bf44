// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import java.util.List;

/** The flags of every measured JVM. None changes how Nearcall works. JDK 24 and later warn without the last one. */
public final class JvmFlags {

    /**
     * G1, the choice of a JVM with two CPUs. A JVM on one CPU would choose another collector, and two placements would
     * be compared with two collectors.
     */
    public static final String COLLECTOR = "-XX:+UseG1GC";

    public static final List<String> ALL = List.of(
            "-Xms256m",
            "-Xmx256m",
            "-XX:+AlwaysPreTouch",
            COLLECTOR,
            "-Djava.rmi.server.hostname=127.0.0.1",
            "--enable-native-access=ALL-UNNAMED");

    /** Room for arrays of 128 MiB: several at a time on either side, and the garbage of the last calls. */
    public static final List<String> LARGE = List.of(
            "-Xms1g",
            "-Xmx2g",
            "-XX:+AlwaysPreTouch",
            COLLECTOR,
            "-Djava.rmi.server.hostname=127.0.0.1",
            "--enable-native-access=ALL-UNNAMED");

    private JvmFlags() {}
}
