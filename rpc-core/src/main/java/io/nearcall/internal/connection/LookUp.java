// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.stub.Route;
import io.nearcall.internal.stub.ServiceTarget;

/** How an endpoint finds a service of another endpoint. Any thread. */
public final class LookUp implements ServiceTarget.Binder {

    private final EndpointCore core;
    private final ClientInterface callee;
    private final ServiceAddress address;
    private final String boundName;

    LookUp(EndpointCore core, ClientInterface callee, ServiceAddress address) {
        this(core, callee, address, address.name().value());
    }

    /** @param boundName the name of the object to bind, at the endpoint that has the service */
    LookUp(EndpointCore core, ClientInterface callee, ServiceAddress address, String boundName) {
        this.core = core;
        this.callee = callee;
        this.address = address;
        this.boundName = boundName;
    }

    /** Waits for the service and returns a stub of its object. */
    public static <T> T now(EndpointCore core, Class<T> type, ServiceAddress address, long timeoutNs) {
        return stub(core, type, address, timeoutNs, true);
    }

    /** Returns a stub whose first call looks the service up, and waits for it at most that long. */
    public static <T> T later(EndpointCore core, Class<T> type, ServiceAddress address, long timeoutNs) {
        return stub(core, type, address, timeoutNs, false);
    }

    private static <T> T stub(EndpointCore core, Class<T> type, ServiceAddress address, long timeoutNs, boolean now) {
        core.requireOpen();
        if (!address.isRemote()) {
            Channels.requireLibrary(address.scheme());
        }
        Interfaces.Described<T> described = core.interfaces().describe(type);
        ClientInterface callee = described.callee();
        if (address.isRemote()) {
            callee = callee.at(address.place());
            if (BalancedLookUp.isFor(core, address)) {
                return described.analysed().stub(BalancedLookUp.target(core, callee, address, timeoutNs, now));
            }
        }
        return described.analysed().stub(new LookUp(core, callee, address).target(timeoutNs, now));
    }

    /** The target of a stub. Waits for the service if it is to be found now. */
    ServiceTarget target(long timeoutNs, boolean now) {
        String name = address.name().value();
        return now
                ? new ServiceTarget(callee, name, this, bind(timeoutNs, Deadlines.after(timeoutNs)))
                : new ServiceTarget(callee, name, this, timeoutNs);
    }

    @Override
    public Route bind(long timeoutNs, long deadlineNs) {
        core.requireOpen();
        return new ServiceBinding(core, callee, address, boundName).bind(timeoutNs, deadlineNs);
    }
}
