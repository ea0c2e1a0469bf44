// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.spi.RemoteTransport;
import java.util.List;
import java.util.ServiceLoader;

/** The transports that are there without having been named. Loaded when an address needs one. */
final class FoundTransports {

    static final List<RemoteTransport> ALL =
            ServiceLoader.load(RemoteTransport.class, RemoteTransport.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private FoundTransports() {}
}
