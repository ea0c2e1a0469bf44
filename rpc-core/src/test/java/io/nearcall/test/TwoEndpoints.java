// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import java.time.Duration;
import java.util.List;

/**
 * A server and a client, which talk like two processes. With {@code NEARCALL_TEST_SERVER=process} they are two: the server
 * is its own JVM, which makes an object of the target's class, and a test reaches it by calls only. Tests that access the
 * target itself have the tag {@link #ONE_JVM}, and that run leaves them out. With {@code NEARCALL_TEST_OTHER_HOST=grpc} the
 * client calls the server as one on another host.
 */
public final class TwoEndpoints implements AutoCloseable {

    public static final String ONE_JVM = "one-jvm";

    /** The tag of tests whose stubs have several interfaces: Byte Buddy generates them at run time. */
    public static final String GENERATING = "generating";

    /** The tag of suites that also run with a server in another JVM, except for those tests. */
    public static final String SEPARABLE = "separable-server";

    private static final boolean TWO_JVMS = "process".equals(System.getenv("NEARCALL_TEST_SERVER"));

    private final List<String> options;
    private final Endpoint server;
    private final Endpoint client;
    private final OtherHost host; // null if both are on this one
    private OtherJvm process;

    /** With the defaults. */
    public TwoEndpoints() {
        this(List.of(), Endpoint.builder());
    }

    /** Both here, for a server that cannot be described by options. */
    public TwoEndpoints(EndpointBuilder server, EndpointBuilder client) {
        this(List.of(), server, client, OtherHost.orNull());
    }

    /** @param options of the server: names and values, as {@link Server} knows them */
    public TwoEndpoints(List<String> options, EndpointBuilder client) {
        this(options, TWO_JVMS ? null : Server.builder(options), client, OtherHost.orNull());
    }

    private static Endpoint open(EndpointBuilder server, OtherHost host) {
        if (server == null) {
            return null;
        }
        if (host != null) {
            server.channel("auto").transport(host.transport());
        }
        if (TWO_JVMS) {
            throw new IllegalStateException(
                    "a builder cannot go to another JVM: give options, or tag the test " + ONE_JVM);
        }
        return server.name("server").open();
    }

    private TwoEndpoints(List<String> options, EndpointBuilder server, EndpointBuilder client, OtherHost host) {
        this.options = options;
        this.host = host;
        this.server = open(server, host);
        this.client =
                client.name("client").lookupTimeout(Duration.ofSeconds(10)).open();
    }

    /** Exports the object there, or one of its class, and looks it up here. */
    public <T> T connect(Class<T> type, T target) {
        if (server != null) {
            server.export(type, target);
        } else if (process == null) {
            process = Server.start(type, target.getClass().asSubclass(type), options.toArray(String[]::new));
        } else {
            throw new IllegalStateException("a server in another JVM exports one object: tag the test " + ONE_JVM);
        }
        return host == null ? client.lookup(type) : client.lookup(type, host.address(type));
    }

    public Endpoint server() {
        if (server == null) {
            throw new IllegalStateException("the server is in another JVM: tag the test " + ONE_JVM);
        }
        return server;
    }

    public Endpoint client() {
        return client;
    }

    /** Of the process where the server is, as the client knows it: 0 if that is of another host. */
    public long serverPid() {
        if (host != null) {
            return 0;
        }
        return process == null ? ProcessHandle.current().pid() : process.pid();
    }

    /** Closes the endpoint, and ends its process if it has one. */
    public void closeServer() {
        if (server != null) {
            server.close();
        } else if (process != null) {
            process.writeLine(Server.CLOSE);
            if (process.awaitExit(20) != 0) {
                throw new IllegalStateException("the server did not end");
            }
        }
    }

    @Override
    public void close() {
        client.close();
        if (server != null) {
            server.close();
        } else if (process != null) {
            process.close();
        }
    }
}
