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

    LookUp(EndpointCore core, ClientInterface callee, ServiceAddress address) {
        this.core = core;
        this.callee = callee;
        this.address = address;
    }

    /** Waits for the service and returns a stub of its object. */
    public static <T> T now(EndpointCore core, Class<T> type, ServiceAddress address, long timeoutNs) {
        Interfaces.Described<T> described = describe(core, type, address);
        if (address.isRemote() && BalancedLookUp.isFor(core, address)) {
            return BalancedLookUp.now(core, described, address, timeoutNs);
        }
        LookUp binder = new LookUp(core, described.callee(), address);
        Route route = binder.bind(timeoutNs, Deadlines.after(timeoutNs));
        return described.analysed().stub(new ServiceTarget(binder.callee, binder.name(), binder, route));
    }

    /** Returns a stub whose first call looks the service up, and waits for it at most that long. */
    public static <T> T later(EndpointCore core, Class<T> type, ServiceAddress address, long timeoutNs) {
        Interfaces.Described<T> described = describe(core, type, address);
        if (address.isRemote() && BalancedLookUp.isFor(core, address)) {
            return BalancedLookUp.later(core, described, address, timeoutNs);
        }
        LookUp binder = new LookUp(core, described.callee(), address);
        return described.analysed().stub(new ServiceTarget(binder.callee, binder.name(), binder, timeoutNs));
    }

    private static <T> Interfaces.Described<T> describe(EndpointCore core, Class<T> type, ServiceAddress address) {
        core.requireOpen();
        if (!address.isRemote()) {
            Channels.requireLibrary(address.scheme());
        }
        Interfaces.Described<T> described = core.interfaces().describe(type);
        return address.isRemote() ? described.at(address.place()) : described;
    }

    private String name() {
        return address.name().value();
    }

    @Override
    public Route bind(long timeoutNs, long deadlineNs) {
        core.requireOpen();
        return new ServiceBinding(core, core.directory(), callee, address).bind(timeoutNs, deadlineNs);
    }
}
