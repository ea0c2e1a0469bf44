// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.protobuf.UInt32Value;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.core.v3.Address;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.core.v3.AggregatedConfigSource;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.core.v3.ConfigSource;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.core.v3.HealthStatus;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.core.v3.Locality;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.core.v3.SocketAddress;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.endpoint.v3.Endpoint;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.endpoint.v3.LocalityLbEndpoints;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.listener.v3.ApiListener;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.listener.v3.Listener;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.route.v3.Route;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.route.v3.RouteAction;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.route.v3.RouteMatch;
import io.grpc.xds.shaded.io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.grpc.xds.shaded.io.envoyproxy.envoy.extensions.filters.http.router.v3.Router;
import io.grpc.xds.shaded.io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;
import io.grpc.xds.shaded.io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter;
import io.grpc.xds.shaded.io.envoyproxy.envoy.service.discovery.v3.AggregatedDiscoveryServiceGrpc;
import io.grpc.xds.shaded.io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.xds.shaded.io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A control plane that speaks xDS (ADS, each response with all resources of its type). A target has a listener, a cluster
 * and a list of servers, all of which have its name.
 */
final class ControlPlane {

    private static ControlPlane only;

    private final List<Subscriber> subscribers = new ArrayList<>(); // guarded by this, like the next
    private final Map<String, Cluster> clusters = new HashMap<>();
    private final Map<String, ClusterLoadAssignment> servers = new HashMap<>();
    private final List<String> faults = new ArrayList<>();
    private long version;
    private Server server; // of the last start
    private int port;

    private ControlPlane() {}

    /** The one of this JVM, because gRPC reads the address of its control plane once. */
    static synchronized ControlPlane open() throws IOException {
        if (only == null) {
            only = new ControlPlane();
            only.start();
            System.setProperty("io.grpc.xds.bootstrapConfig", bootstrap(only.port));
        }
        return only;
    }

    /** Listens, after the first time at the same port. */
    void start() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .directExecutor()
                .addService(new Service())
                .build()
                .start();
        port = server.getPort();
    }

    /** Ends all conversations with clients, and refuses others until the next start. */
    void stop() throws InterruptedException {
        server.shutdownNow().awaitTermination();
    }

    /** What gRPC must know of the control plane at a port. */
    static String bootstrap(int port) {
        return "{\"xds_servers\": [{\"server_uri\": \"127.0.0.1:" + port
                + "\", \"channel_creds\": [{\"type\": \"insecure\"}], \"server_features\": [\"xds_v3\"]}],"
                + " \"node\": {\"id\": \"till\"}}";
    }

    /** Names the servers of a target, which gRPC would take in turn. */
    void name(String target, InetSocketAddress... addresses) {
        name(cluster(target).build(), locality(0, HealthStatus.HEALTHY, addresses));
    }

    /** Names the servers of a target, which has the cluster's name. */
    synchronized void name(Cluster cluster, LocalityLbEndpoints... localities) {
        clusters.put(cluster.getName(), cluster);
        servers.put(
                cluster.getName(),
                ClusterLoadAssignment.newBuilder()
                        .setClusterName(cluster.getName())
                        .addAllEndpoints(List.of(localities))
                        .build());
        version++;
        subscribers.forEach(Subscriber::sendAll);
    }

    /** What clients have refused. */
    synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    /** Whether a client wants to be told of a target. */
    synchronized boolean isFollowed(String target) {
        return subscribers.stream()
                .flatMap(subscriber -> subscriber.asked.values().stream())
                .anyMatch(names -> names.contains(target));
    }

    static Cluster.Builder cluster(String target) {
        ConfigSource here = ConfigSource.newBuilder()
                .setAds(AggregatedConfigSource.getDefaultInstance())
                .build();
        return Cluster.newBuilder()
                .setName(target)
                .setType(Cluster.DiscoveryType.EDS)
                .setEdsClusterConfig(Cluster.EdsClusterConfig.newBuilder().setEdsConfig(here));
    }

    /** Servers of one kind. Those of priority 1 are called if none of priority 0 is healthy. */
    static LocalityLbEndpoints locality(int priority, HealthStatus health, InetSocketAddress... addresses) {
        LocalityLbEndpoints.Builder locality = LocalityLbEndpoints.newBuilder()
                .setPriority(priority)
                .setLocality(Locality.newBuilder().setZone("zone" + priority))
                .setLoadBalancingWeight(UInt32Value.of(1));
        for (InetSocketAddress each : addresses) {
            SocketAddress address = SocketAddress.newBuilder()
                    .setAddress(each.getHostString())
                    .setPortValue(each.getPort())
                    .build();
            locality.addLbEndpoints(LbEndpoint.newBuilder()
                    .setHealthStatus(health)
                    .setEndpoint(Endpoint.newBuilder()
                            .setAddress(Address.newBuilder().setSocketAddress(address))));
        }
        return locality.build();
    }

    private static Listener listener(String target) {
        RouteConfiguration routes = RouteConfiguration.newBuilder()
                .setName(target)
                .addVirtualHosts(VirtualHost.newBuilder()
                        .setName(target)
                        .addDomains("*")
                        .addRoutes(Route.newBuilder()
                                .setMatch(RouteMatch.newBuilder().setPrefix(""))
                                .setRoute(RouteAction.newBuilder().setCluster(target))))
                .build();
        HttpConnectionManager manager = HttpConnectionManager.newBuilder()
                .setRouteConfig(routes)
                .addHttpFilters(
                        HttpFilter.newBuilder().setName("router").setTypedConfig(Any.pack(Router.getDefaultInstance())))
                .build();
        return Listener.newBuilder()
                .setName(target)
                .setApiListener(ApiListener.newBuilder().setApiListener(Any.pack(manager)))
                .build();
    }

    /** Returns null if there is none. */
    private Message resource(String type, String name) {
        if (!clusters.containsKey(name)) {
            return null;
        }
        if (type.endsWith(".Listener")) {
            return listener(name);
        }
        return type.endsWith(".Cluster") ? clusters.get(name) : servers.get(name);
    }

    private final class Service extends AggregatedDiscoveryServiceGrpc.AggregatedDiscoveryServiceImplBase {
        @Override
        public StreamObserver<DiscoveryRequest> streamAggregatedResources(StreamObserver<DiscoveryResponse> answers) {
            Subscriber subscriber = new Subscriber(answers);
            synchronized (ControlPlane.this) {
                subscribers.add(subscriber);
            }
            return subscriber;
        }
    }

    private final class Subscriber implements StreamObserver<DiscoveryRequest> {

        private final StreamObserver<DiscoveryResponse> answers;
        private final Map<String, Set<String>> asked = new HashMap<>(); // names by type; guarded by the ControlPlane
        private int nonce;

        Subscriber(StreamObserver<DiscoveryResponse> answers) {
            this.answers = answers;
        }

        @Override
        public void onNext(DiscoveryRequest request) {
            synchronized (ControlPlane.this) {
                if (request.hasErrorDetail()) {
                    faults.add(request.getErrorDetail().getMessage());
                }
                Set<String> names = Set.copyOf(request.getResourceNamesList());
                if (!names.equals(asked.put(request.getTypeUrl(), names))) {
                    send(request.getTypeUrl(), names);
                }
            }
        }

        void sendAll() {
            asked.forEach(this::send);
        }

        private void send(String type, Set<String> names) {
            DiscoveryResponse.Builder response = DiscoveryResponse.newBuilder()
                    .setTypeUrl(type)
                    .setVersionInfo(Long.toString(version))
                    .setNonce(Integer.toString(++nonce));
            for (String name : names) {
                Message resource = resource(type, name);
                if (resource != null) {
                    response.addResources(Any.pack(resource));
                }
            }
            answers.onNext(response.build());
        }

        @Override
        public void onError(Throwable reason) {
            end();
        }

        @Override
        public void onCompleted() {
            end();
            answers.onCompleted();
        }

        private void end() {
            synchronized (ControlPlane.this) {
                subscribers.remove(this);
            }
        }
    }
}
