// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.RemoteService;
import io.nearcall.spi.RemoteTransport;

/**
 * A server that tests call as if it were on another host: over loopback, by nearcall-grpc. That module puts itself and the
 * tests of this module on one class path. This module does not know it, so it is used by reflection.
 */
public final class OtherHost {

    private static final boolean WANTED = "grpc".equals(System.getenv("NEARCALL_TEST_OTHER_HOST"));

    private final RemoteTransport transport;

    private OtherHost() throws ReflectiveOperationException {
        Class<?> type = Class.forName("io.nearcall.grpc.GrpcTransport");
        Object builder = type.getMethod("builder").invoke(null);
        builder.getClass().getMethod("listen", int.class).invoke(builder, 0);
        transport = (RemoteTransport) builder.getClass().getMethod("build").invoke(builder);
    }

    /** One that no endpoint uses yet; null if the tests are to stay on this host. */
    static OtherHost orNull() {
        try {
            return WANTED ? new OtherHost() : null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of the server: it listens. */
    RemoteTransport transport() {
        return transport;
    }

    /** Of the service of that interface. */
    String address(Class<?> type) {
        RemoteService service = type.getAnnotation(RemoteService.class);
        String name = service == null || service.value().isEmpty() ? type.getSimpleName() : service.value();
        try {
            return "grpc://" + name + "@localhost:"
                    + transport.getClass().getMethod("port").invoke(transport);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
