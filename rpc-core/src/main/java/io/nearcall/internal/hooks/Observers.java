// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.hooks;

import io.nearcall.spi.CallListener;
import io.nearcall.spi.ClientInterceptor;
import io.nearcall.spi.ServerInterceptor;
import java.util.List;

/** The listeners and interceptors of an endpoint, in the order in which they were given. */
public record Observers(
        List<CallListener> listeners, List<ClientInterceptor> clients, List<ServerInterceptor> servers) {

    public Observers {
        listeners = List.copyOf(listeners);
        clients = List.copyOf(clients);
        servers = List.copyOf(servers);
    }

    public boolean isNobody() {
        return listeners.isEmpty() && clients.isEmpty() && servers.isEmpty();
    }
}
