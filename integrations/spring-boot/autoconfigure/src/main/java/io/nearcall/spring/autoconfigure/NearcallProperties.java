// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.Inspect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.util.unit.DataSize;

/** Holds the properties {@code nearcall.*}. Any other property with this prefix is an error. */
@ConfigurationProperties(prefix = "nearcall", ignoreUnknownFields = false)
public class NearcallProperties {

    /**
     * Name of the endpoint in names of threads and in messages. By default the name of the application, or else the process id.
     */
    private String name;

    /**
     * Runtime directory, where services meet. By default the system property io.nearcall.dir, the environment variable
     * NEARCALL_DIR, or the usual directory of the user.
     */
    private Path dir;

    /**
     * Channel for addresses that name none: auto, shm, fifo, unix, tcp, sysvshm or sysvmq.
     */
    private String channel;

    /**
     * Deadline of calls whose method, interface and context set none.
     */
    private Duration deadline = Duration.ofSeconds(30);

    /**
     * Longest time that the first call of a client waits for its service.
     */
    private Duration lookupTimeout = Duration.ofSeconds(10);

    /**
     * Synchronous calls in progress per connection, 1 to 1024.
     */
    private int maxLanes = 64;

    /**
     * Futures, one-way calls and calls of virtual threads in flight per connection.
     */
    private int maxCalls = 4096;

    /**
     * Remote objects of each side that the other side of one connection may refer to.
     */
    private int maxReferences = 65_536;

    /**
     * Number of connections at which no further connection is accepted.
     */
    private int maxConnections = 1024;

    /**
     * Maximum length of the arguments or the result of one call.
     */
    private DataSize maxMessageSize = DataSize.ofMegabytes(256);

    /**
     * Packages whose classes may travel although no interface names them.
     */
    private List<String> allowPackages = new ArrayList<>();

    /**
     * Ids of further users whose processes may connect, and whose services are trusted.
     */
    private List<Integer> allowUsers = new ArrayList<>();

    /**
     * What the endpoint tells the command nearcall: off, describe or call. By default the system property
     * io.nearcall.inspect, or else describe.
     */
    private Inspect inspect;

    private final Metrics metrics = new Metrics();

    private final Tracing tracing = new Tracing();

    private final Server server = new Server();

    @NestedConfigurationProperty
    private final GrpcProperties grpc = new GrpcProperties();

    /**
     * Options of clients, by the name of the service.
     */
    private final Map<String, Client> client = new LinkedHashMap<>();

    /** Options of meters. */
    public static class Metrics {

        /**
         * Whether meters show the statistics of the endpoint.
         */
        private boolean enabled = true;

        /**
         * Whether each call is timed. This multiplies the time of a short call. Otherwise the time of all calls is
         * estimated from a few.
         */
        private boolean perCall;

        public boolean isEnabled() {
            return enabled;
        }

        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }

        public boolean isPerCall() {
            return perCall;
        }

        public void setPerCall(boolean perCall) {
            this.perCall = perCall;
        }
    }

    /** Options of spans. */
    public static class Tracing {

        /**
         * Whether calls within a sampled span have spans, and pass the context of OpenTelemetry on.
         */
        private boolean enabled = true;

        public boolean isEnabled() {
            return enabled;
        }

        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }
    }

    /** Options of exported beans. */
    public static class Server {

        /**
         * Whether beans with @NearcallService are exported.
         */
        private boolean enabled = true;

        /**
         * Executor of the methods of exported beans: none for threads of the endpoint, virtual for a virtual thread per
         * call, or the name of an Executor bean.
         */
        private String executor = "none";

        /**
         * Names of the callers of other hosts that may call a service, by the name of the service, such as
         * spiffe://shop/till. By default whoever has a trusted certificate.
         */
        private final Map<String, List<String>> principals = new LinkedHashMap<>();

        private final Shutdown shutdown = new Shutdown();

        public boolean isEnabled() {
            return enabled;
        }

        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }

        public String getExecutor() {
            return executor;
        }

        public void setExecutor(String executor) {
            this.executor = executor;
        }

        public Map<String, List<String>> getPrincipals() {
            return principals;
        }

        public Shutdown getShutdown() {
            return shutdown;
        }
    }

    /** Options of the end of the context. */
    public static class Shutdown {

        /**
         * Longest time that calls in flight get to end when the context closes.
         */
        private Duration gracePeriod = Duration.ofSeconds(30);

        public Duration getGracePeriod() {
            return gracePeriod;
        }

        public void setGracePeriod(Duration gracePeriod) {
            this.gracePeriod = gracePeriod;
        }
    }

    /** Options of one service that is called. */
    public static class Client {

        /**
         * Name or address under which the service is looked up, such as fifo:orders or
         * grpc://orders@shop.example:7443. By default the name that the interface gives.
         */
        private String address;

        /**
         * Deadline of calls whose method, interface and context set none. By default nearcall.deadline.
         */
        private Duration deadline;

        /**
         * Whether the start of the context fails if the service is not there.
         */
        private boolean eager;

        public String getAddress() {
            return address;
        }

        public void setAddress(String address) {
            this.address = address;
        }

        public Duration getDeadline() {
            return deadline;
        }

        public void setDeadline(Duration deadline) {
            this.deadline = deadline;
        }

        public boolean isEager() {
            return eager;
        }

        public void setEager(boolean eager) {
            this.eager = eager;
        }
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public Path getDir() {
        return dir;
    }

    public void setDir(Path dir) {
        this.dir = dir;
    }

    public String getChannel() {
        return channel;
    }

    public void setChannel(String channel) {
        this.channel = channel;
    }

    public Duration getDeadline() {
        return deadline;
    }

    public void setDeadline(Duration deadline) {
        this.deadline = deadline;
    }

    public Duration getLookupTimeout() {
        return lookupTimeout;
    }

    public void setLookupTimeout(Duration lookupTimeout) {
        this.lookupTimeout = lookupTimeout;
    }

    public int getMaxLanes() {
        return maxLanes;
    }

    public void setMaxLanes(int maxLanes) {
        this.maxLanes = maxLanes;
    }

    public int getMaxCalls() {
        return maxCalls;
    }

    public void setMaxCalls(int maxCalls) {
        this.maxCalls = maxCalls;
    }

    public int getMaxReferences() {
        return maxReferences;
    }

    public void setMaxReferences(int maxReferences) {
        this.maxReferences = maxReferences;
    }

    public int getMaxConnections() {
        return maxConnections;
    }

    public void setMaxConnections(int maxConnections) {
        this.maxConnections = maxConnections;
    }

    public DataSize getMaxMessageSize() {
        return maxMessageSize;
    }

    public void setMaxMessageSize(DataSize maxMessageSize) {
        this.maxMessageSize = maxMessageSize;
    }

    public List<String> getAllowPackages() {
        return allowPackages;
    }

    public void setAllowPackages(List<String> allowPackages) {
        this.allowPackages = allowPackages;
    }

    public List<Integer> getAllowUsers() {
        return allowUsers;
    }

    public void setAllowUsers(List<Integer> allowUsers) {
        this.allowUsers = allowUsers;
    }

    public Inspect getInspect() {
        return inspect;
    }

    public void setInspect(Inspect inspect) {
        this.inspect = inspect;
    }

    public Metrics getMetrics() {
        return metrics;
    }

    public Tracing getTracing() {
        return tracing;
    }

    public Server getServer() {
        return server;
    }

    public GrpcProperties getGrpc() {
        return grpc;
    }

    public Map<String, Client> getClient() {
        return client;
    }

    /** Returns the options of the client of a service. */
    Client clientOf(String serviceName) {
        return client.getOrDefault(serviceName, new Client());
    }
}
