// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A client and a server on two hosts, which are network namespaces, and a network that fails. */
@EnabledIf("areNamespacesPermitted")
class NetworkIT {

    private static final List<String> NAMESPACES =
            List.of("unshare", "--map-root-user", "--net", "--mount", "--fork", "--kill-child", "sh", "-e", "-c");

    /** Makes the two hosts, and becomes the command. The namespaces end with it. */
    private static final String TWO_HOSTS = String.join(
            "\n",
            "mount -t tmpfs none /run",
            "ip link set lo up",
            "ip netns add far",
            "ip link add near0 type veth peer name far0 netns far",
            "ip addr add " + TwoHosts.NEAR + "/24 dev near0",
            "ip link set near0 up",
            "ip -n far addr add " + TwoHosts.FAR + "/24 dev far0",
            "ip -n far link set lo up",
            "ip -n far link set far0 up",
            "exec \"$@\"",
            "");

    private static final long PATIENCE_S = 110;

    @TempDir
    private Path directory;

    static boolean areNamespacesPermitted() throws Exception {
        try {
            return process("mount -t tmpfs none /run; ip netns add probe; ip -n probe link set lo up", "true")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false; // there is no unshare
        }
    }

    private static ProcessBuilder process(String script, String... command) {
        List<String> all = Stream.of(NAMESPACES, List.of(script, "sh"), Arrays.asList(command))
                .flatMap(List::stream)
                .toList();
        return new ProcessBuilder(all);
    }

    /** One cut takes half a minute; -Pfull has all. */
    static Stream<TwoHosts.Cut> cuts() {
        return Stream.of(System.getProperty("cuts", TwoHosts.Cut.LINK.name()).split(","))
                .map(TwoHosts.Cut::valueOf);
    }

    @ParameterizedTest
    @MethodSource("cuts")
    @Timeout(120)
    void shouldTellBothSidesWithinTheTimeThatTheGuideNames(TwoHosts.Cut cut) throws Exception {
        Path said = directory.resolve("said");
        Process client = process(
                        TWO_HOSTS,
                        System.getProperty("java.home") + "/bin/java",
                        "-Xmx96m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        "-Dio.nearcall.dir=/run/near",
                        TwoHosts.class.getName(),
                        cut.name(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            boolean ended = client.waitFor(PATIENCE_S, TimeUnit.SECONDS);
            assertThat(ended && client.exitValue() == 0)
                    .as(Files.readString(said))
                    .isTrue();
        } finally {
            client.destroyForcibly(); // ends what it has started
        }
    }
}
