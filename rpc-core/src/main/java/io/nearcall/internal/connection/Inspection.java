// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.discovery.ServiceAddress;
import java.time.Duration;

/** How a tool reaches the {@link Inspector} of an endpoint. */
public final class Inspection {

    /** The endpoint that has the service has no inspector. */
    public static final class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unavailable(String message) {
            super(message);
        }
    }

    private Inspection() {}

    /**
     * Finds the inspector of the endpoint that exports a service. Blocks until the service is there, like a look-up.
     *
     * @param address the address of the service
     * @throws Unavailable if that endpoint has no inspector
     */
    static Inspector of(EndpointCore core, String address, Duration timeout) {
        ServiceAddress service = ServiceAddress.parse(address, core.settings().channel());
        Interfaces.Described<Inspector> described = core.interfaces().describe(Inspector.class);
        LookUp lookUp = new LookUp(core, described.callee(), service, Inspector.NAME);
        return described.analysed().stub(lookUp.target(timeout.toNanos(), true));
    }
}
