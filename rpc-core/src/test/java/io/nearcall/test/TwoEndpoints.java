// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import java.time.Duration;

/** A server and a client in this JVM, which talk like two processes. */
public final class TwoEndpoints implements AutoCloseable {

    private final Endpoint server;
    private final Endpoint client;

    /** With the defaults. */
    public TwoEndpoints() {
        this(Endpoint.builder(), Endpoint.builder());
    }

    public TwoEndpoints(EndpointBuilder server, EndpointBuilder client) {
        this.server = server.name("server").open();
        this.client =
                client.name("client").lookupTimeout(Duration.ofSeconds(10)).open();
    }

    /** Exports the object there and looks it up here. */
    public <T> T connect(Class<T> type, T target) {
        server.export(type, target);
        return client.lookup(type);
    }

    public Endpoint server() {
        return server;
    }

    public Endpoint client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
