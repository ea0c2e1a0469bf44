// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.stub.Route;
import io.nearcall.internal.stub.ServiceTarget;
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
        ClientInterface callee = described.callee();
        ServiceTarget.Binder binder = (timeoutNs, deadlineNs) -> {
            core.requireOpen();
            return new ServiceBinding(core, core.directory(), callee, service, Inspector.NAME)
                    .bind(timeoutNs, deadlineNs);
        };
        Route route = binder.bind(timeout.toNanos(), Deadlines.after(timeout.toNanos()));
        return described
                .analysed()
                .stub(new ServiceTarget(callee, service.name().value(), binder, route));
    }
}
