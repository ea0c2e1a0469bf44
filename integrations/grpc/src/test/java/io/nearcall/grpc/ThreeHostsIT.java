// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A client and three servers on hosts of their own, which are network namespaces that a bridge connects. */
@EnabledIf("io.nearcall.grpc.Namespaces#arePermitted")
class ThreeHostsIT {

    private static String hosts() {
        StringBuilder script = new StringBuilder(String.join(
                "\n",
                "ip link add bridge0 type bridge",
                "ip addr add 10.9.0.1/24 dev bridge0",
                "ip link set bridge0 up"));
        for (String host : ThreeHosts.HOSTS) {
            script.append(String.join(
                            "\n",
                            "",
                            "ip netns add HOST",
                            "ip link add HOST type veth peer name far0 netns HOST",
                            "ip link set HOST master bridge0",
                            "ip link set HOST up",
                            "ip -n HOST addr add " + ThreeHosts.address(host) + "/24 dev far0",
                            "ip -n HOST link set lo up",
                            "ip -n HOST link set far0 up")
                    .replace("HOST", host));
        }
        return script.toString();
    }

    private static void run(ThreeHosts.Event event, Path directory) throws Exception {
        Namespaces.run(hosts(), directory.resolve("said"), ThreeHosts.class, event.name(), directory.toString());
    }

    @Test
    @Timeout(120)
    void shouldCallTheOthersWhileOneHostIsCutOff(@TempDir Path directory) throws Exception {
        run(ThreeHosts.Event.CUT, directory);
    }

    @Test
    @Timeout(120)
    void shouldGiveEachHostItsShareAndASlowOneLess(@TempDir Path directory) throws Exception {
        run(ThreeHosts.Event.SLOWNESS, directory);
    }

    @Test
    @Timeout(120)
    void shouldTellTheTruthOfCallsWhileServersAreKilledAndRestarted(@TempDir Path directory) throws Exception {
        run(ThreeHosts.Event.RESTARTS, directory);
    }
}
