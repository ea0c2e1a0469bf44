// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static io.grpc.xds.shaded.io.envoyproxy.envoy.config.core.v3.HealthStatus.HEALTHY;
import static io.grpc.xds.shaded.io.envoyproxy.envoy.config.core.v3.HealthStatus.UNHEALTHY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.BoolValue;
import com.google.protobuf.Message;
import io.grpc.NameResolverRegistry;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.cluster.v3.Cluster.LbPolicy;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.cluster.v3.LoadBalancingPolicy;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.cluster.v3.OutlierDetection;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.core.v3.TypedExtensionConfig;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.grpc.xds.shaded.io.envoyproxy.envoy.extensions.load_balancing_policies.client_side_weighted_round_robin.v3.ClientSideWeightedRoundRobin;
import io.grpc.xds.shaded.io.envoyproxy.envoy.extensions.load_balancing_policies.pick_first.v3.PickFirst;
import io.grpc.xds.shaded.io.envoyproxy.envoy.extensions.load_balancing_policies.wrr_locality.v3.WrrLocality;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a control plane names, at addresses where nobody listens. */
@Timeout(60)
class XdsServersTest {

    private static final InetSocketAddress FIRST = new InetSocketAddress("192.0.2.1", 7443);
    private static final InetSocketAddress SECOND = new InetSocketAddress("192.0.2.2", 7443);
    private static final InetSocketAddress THIRD = new InetSocketAddress("2001:db8::3", 7443);

    private final XdsServers servers = new XdsServers();
    private ControlPlane plane;

    @BeforeEach
    void open() throws Exception {
        plane = ControlPlane.open();
    }

    /** Waits until these are the servers of a target, because what the control plane names arrives some time later. */
    private void await(String target, String... expected) {
        await(servers, target, expected);
        assertThat(plane.faults()).isEmpty();
    }

    static void await(XdsServers servers, String target, String... expected) {
        while (!list(servers, target).equals(List.of(expected))) {
            Thread.onSpinWait();
        }
    }

    /** Returns nothing if that took too long, as it may when gRPC begins. */
    private static List<String> list(XdsServers servers, String target) {
        try {
            return servers.of("xds:///" + target);
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = LbPolicy.class,
            names = {"ROUND_ROBIN", "LEAST_REQUEST", "RING_HASH"})
    void shouldListAllServersThatAPolicyChooses(LbPolicy policy) throws Exception {
        String target = policy.name();
        plane.name(
                ControlPlane.cluster(target).setLbPolicy(policy).build(),
                ControlPlane.locality(0, HEALTHY, FIRST, SECOND, THIRD));
        await(target, target + "/192.0.2.1:7443", target + "/192.0.2.2:7443", target + "/[2001:db8:0:0:0:0:0:3]:7443");
    }

    private static LoadBalancingPolicy policy(Message configuration) {
        return LoadBalancingPolicy.newBuilder()
                .addPolicies(LoadBalancingPolicy.Policy.newBuilder()
                        .setTypedExtensionConfig(TypedExtensionConfig.newBuilder()
                                .setName(configuration.getDescriptorForType().getName())
                                .setTypedConfig(Any.pack(configuration))))
                .build();
    }

    private static Cluster cluster(String target, Message policy) {
        LoadBalancingPolicy within = policy(WrrLocality.newBuilder()
                .setEndpointPickingPolicy(policy(policy))
                .build());
        return ControlPlane.cluster(target).setLoadBalancingPolicy(within).build();
    }

    /** A policy that asks servers for their load would need connections. */
    @Test
    void shouldListServersThatAreAskedForTheirLoad() throws Exception {
        Message policy = ClientSideWeightedRoundRobin.newBuilder()
                .setEnableOobLoadReport(BoolValue.of(true))
                .build();
        plane.name(cluster("loads", policy), ControlPlane.locality(0, HEALTHY, FIRST, SECOND));
        await("loads", "loads/192.0.2.1:7443", "loads/192.0.2.2:7443");
    }

    @Test
    void shouldListServersThatAreWatchedForFailures() {
        Cluster cluster = ControlPlane.cluster("watched")
                .setOutlierDetection(OutlierDetection.getDefaultInstance())
                .build();
        plane.name(cluster, ControlPlane.locality(0, HEALTHY, FIRST, SECOND));
        await("watched", "watched/192.0.2.1:7443", "watched/192.0.2.2:7443");
    }

    /** Which gRPC looks up itself. */
    @Test
    void shouldListTheAddressOfANameThatTheControlPlaneHas() {
        Cluster cluster = Cluster.newBuilder()
                .setName("named")
                .setType(Cluster.DiscoveryType.LOGICAL_DNS)
                .setLoadAssignment(ClusterLoadAssignment.newBuilder()
                        .addEndpoints(ControlPlane.locality(
                                0, HEALTHY, InetSocketAddress.createUnresolved("localhost", 7443))))
                .build();
        plane.name(cluster);
        while (!list(servers, "named").contains("named/127.0.0.1:7443")) {
            assertThat(plane.faults()).isEmpty();
        }
    }

    @Test
    void shouldListTheOneServerThatAPolicyPrefers() throws Exception {
        plane.name(cluster("one", PickFirst.getDefaultInstance()), ControlPlane.locality(0, HEALTHY, FIRST, SECOND));
        await("one", "one/192.0.2.1:7443");
    }

    @Test
    void shouldListServersOfALowerPriorityWhenNoOtherIsHealthy() throws Exception {
        Cluster cluster = ControlPlane.cluster("zones").build();
        plane.name(cluster, ControlPlane.locality(0, HEALTHY, FIRST), ControlPlane.locality(1, HEALTHY, SECOND));
        await("zones", "zones/192.0.2.1:7443");
        plane.name(cluster, ControlPlane.locality(0, UNHEALTHY, FIRST), ControlPlane.locality(1, HEALTHY, SECOND));
        await("zones", "zones/192.0.2.2:7443");
        plane.name(cluster, ControlPlane.locality(0, HEALTHY, FIRST), ControlPlane.locality(1, HEALTHY, SECOND));
        await("zones", "zones/192.0.2.1:7443");
    }

    @Test
    void shouldFollowTheControlPlane() throws Exception {
        plane.name("shop:7000", FIRST, SECOND);
        await("shop:7000", "shop/192.0.2.1:7443", "shop/192.0.2.2:7443");
        plane.name("shop:7000", SECOND, THIRD);
        await("shop:7000", "shop/192.0.2.2:7443", "shop/[2001:db8:0:0:0:0:0:3]:7443");
    }

    @Test
    void shouldKeepTheServersWhileTheControlPlaneIsAway() throws Exception {
        plane.name("away", FIRST);
        await("away", "away/192.0.2.1:7443");
        plane.stop();
        try {
            plane.name("away", SECOND);
            for (int i = 0; i < 30; i++) {
                assertThat(servers.of("xds:///away")).containsExactly("away/192.0.2.1:7443");
                Thread.sleep(10); // in which gRPC notices, and tries to reach it again
            }
        } finally {
            plane.start();
        }
        await("away", "away/192.0.2.2:7443");
    }

    @Test
    void shouldLeaveTheControlPlaneWhenTheEndpointCloses() throws Exception {
        plane.name("left", FIRST);
        await("left", "left/192.0.2.1:7443");
        assertThat(plane.isFollowed("left")).isTrue();
        servers.closeUnused();
        while (plane.isFollowed("left")) {
            Thread.sleep(10); // the control plane is told some time later
        }
        await("left", "left/192.0.2.1:7443");
    }

    @Test
    void shouldSayThatTheControlPlaneDoesNotKnowTheTarget() {
        assertThatThrownBy(() -> servers.of("xds:///nobody"))
                .isInstanceOf(UnknownHostException.class)
                .hasMessage("xds:///nobody: the control plane has named no server within 5 s");
    }

    @Test
    void shouldSayThatThereIsNoServer() {
        plane.name("empty");
        assertThatThrownBy(() -> servers.of("xds:///empty"))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageContaining("xds:///empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"xds:///", "xds:///shop/7", "xds:///shop:x", "xds:///shop,xds:///desk", "xds:///@"})
    void shouldRefuseWhatIsNoTarget(String target) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> XdsServers.require(target, NameResolverRegistry.getDefaultRegistry()))
                .withMessageContaining("is not xds:///NAME");
    }

    @Test
    void shouldSayWhichLibraryIsMissing() {
        XdsServers.require("xds:///shop", NameResolverRegistry.getDefaultRegistry());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> XdsServers.require("xds:///shop", new NameResolverRegistry()))
                .withMessageContaining("io.grpc:grpc-xds");
    }
}
