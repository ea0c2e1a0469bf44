// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A client and a server on two hosts, which are network namespaces, and a network that fails. */
@EnabledIf("io.nearcall.grpc.Namespaces#arePermitted")
class NetworkIT {

    private static final String TWO_HOSTS = String.join(
            "\n",
            "ip netns add far",
            "ip link add near0 type veth peer name far0 netns far",
            "ip addr add " + TwoHosts.NEAR + "/24 dev near0",
            "ip link set near0 up",
            "ip -n far addr add " + TwoHosts.FAR + "/24 dev far0",
            "ip -n far link set lo up",
            "ip -n far link set far0 up");

    @TempDir
    private Path directory;

    /** One cut takes half a minute; -Pfull has all. */
    static Stream<TwoHosts.Cut> cuts() {
        return Stream.of(System.getProperty("cuts", TwoHosts.Cut.LINK.name()).split(","))
                .map(TwoHosts.Cut::valueOf);
    }

    @ParameterizedTest
    @MethodSource("cuts")
    @Timeout(120)
    void shouldTellBothSidesWithinTheTimeThatTheGuideNames(TwoHosts.Cut cut) throws Exception {
        Namespaces.run(TWO_HOSTS, directory.resolve("said"), TwoHosts.class, cut.name(), directory.toString());
    }

    @Test
    @Timeout(120)
    void shouldSayWhyOneSideRefusesTheOther() throws Exception {
        Namespaces.run(TWO_HOSTS, directory.resolve("said"), Refusals.class, directory.toString());
    }
}
