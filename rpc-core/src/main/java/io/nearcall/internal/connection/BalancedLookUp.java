// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.balance.Subset;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.stub.BalancedTarget;
import io.nearcall.internal.stub.ServiceTarget;
import io.nearcall.spi.RemoteTransport;
import java.io.IOException;
import java.util.List;

/** How an endpoint finds a service that several endpoints of other hosts offer. Any thread. */
final class BalancedLookUp implements BalancedTarget.Source {

    private final EndpointCore core;
    private final ClientInterface callee;
    private final ServiceAddress address;
    private final RemoteTransport transport;

    private BalancedLookUp(EndpointCore core, ClientInterface callee, ServiceAddress address) {
        this.core = core;
        this.callee = callee;
        this.address = address;
        this.transport = core.connections().transports().of(address);
    }

    /** Whether an address of another host stands for several endpoints. */
    static boolean isFor(EndpointCore core, ServiceAddress address) {
        return core.connections().transports().of(address).isSeveral(address.place());
    }

    /** As {@link LookUp#target}. */
    static BalancedTarget target(
            EndpointCore core, ClientInterface callee, ServiceAddress address, long timeoutNs, boolean now) {
        BalancedTarget.Source source = new BalancedLookUp(core, callee, address);
        BalancedTarget target =
                new BalancedTarget(callee, address.name().value(), address.remotePlace(), source, timeoutNs);
        if (now) {
            target.find(timeoutNs);
        }
        return target;
    }

    @Override
    public List<String> places() throws IOException {
        return Subset.of(transport.places(address.place()), core.id(), transport.mostPlaces());
    }

    @Override
    public ServiceTarget.Binder at(String place) {
        return new LookUp(core, callee, new ServiceAddress(address.scheme(), address.name(), place));
    }

    @Override
    public boolean isLeft(LaneConnection link) {
        return ((Connection) link).counterpart().link().isPeerLeaving();
    }

    @Override
    public void execute(Runnable task) {
        core.requireOpen();
        core.completions().execute(task);
    }
}
