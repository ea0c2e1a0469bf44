// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.call.Callee;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.statistics.ConnectionStatistics;
import io.nearcall.internal.statistics.EndpointStatistics;

/** Statistics for lanes without a connection, which nothing reads. */
public final class Uncounted {

    private static final long TIMEOUT_NS = 1_000_000_000;

    private Uncounted() {}

    public static ConnectionStatistics connection() {
        return new ConnectionStatistics(new EndpointStatistics(() -> null), 0, true, "");
    }

    /** The statistics of an object that does not exist. */
    public static Callee callee() {
        RemoteInterface<Runnable> type = RemoteInterface.of(Runnable.class, FitInterfaces.RULES);
        return new Callee(new ClientInterface(type, TIMEOUT_NS, null)) {
            @Override
            protected String ofService() {
                return serviceName();
            }

            @Override
            public String serviceName() {
                return "nothing";
            }

            @Override
            public int peerPid() {
                return 0;
            }
        };
    }
}
