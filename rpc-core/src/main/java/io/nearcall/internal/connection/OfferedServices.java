// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.EndpointClosedException;
import io.nearcall.Outcome;
import io.nearcall.ServiceNameInUseException;
import io.nearcall.TransportException;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.codec.EarlyCodecs;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.OsException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;

/** The services that an endpoint offers, each with the listener that admits its callers. Any thread. */
final class OfferedServices {

    private final EndpointCore core;
    private final Map<String, ServiceListener> listeners = new ConcurrentHashMap<>();

    OfferedServices(EndpointCore core) {
        this.core = core;
    }

    /** As {@link EndpointCore#export}. */
    OfferedService export(Class<?> type, Object target, ServiceAddress offer, Set<String> principals) {
        try {
            core.requireServing();
            if (offer.isRemote()) {
                throw new IllegalArgumentException("name=" + offer + " is an address of another host. Export the object"
                        + " under the name \"" + offer.name() + "\", at an endpoint with a transport that listens.");
            }
            if (principals != null) {
                requireUsable(principals, offer);
            }
            Channels.requireLibrary(offer.scheme());
            return add(type, target, offer, principals);
        } catch (EndpointClosedException e) {
            core.exitHook().awaitExit();
            throw e;
        }
    }

    /** Refuses blank names, because callers that have proven nothing have one. Refuses names that nobody can use. */
    private static void requireUsable(Set<String> principals, ServiceAddress offer) {
        if (principals.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("principals=" + principals + ": a name must not be blank");
        }
        if (!isForOtherHosts(offer)) {
            throw new IllegalArgumentException("name=" + offer + ", principals=" + principals
                    + ": a service that is exported over one channel of this host is not reachable from other hosts."
                    + " Leave out the channel or the principals.");
        }
    }

    /** Whether it is offered to other hosts. Otherwise it is for that channel only. */
    private static boolean isForOtherHosts(ServiceAddress offer) {
        return offer.scheme().equals(ServiceAddress.AUTO);
    }

    /** Makes codecs on another thread before any call, because a service may have many values that no call carries. */
    private void makeCodecsSoon(Class<?> type) {
        try {
            core.completions()
                    .execute(() ->
                            EarlyCodecs.make(core.interfaces().describe(type).values()));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // The endpoint closes, or no thread could start. Then calls make the codecs.
        }
    }

    private OfferedService add(Class<?> type, Object target, ServiceAddress offer, Set<String> principals) {
        ServiceName name = offer.name();
        RemoteInterface<?> analysed =
                core.interfaces().analyse(type); // otherwise others would see the name of a refused object
        if (listeners.containsKey(name.value())) { // its files may have been removed, and could be made again
            throw new ServiceNameInUseException(
                    name.value(), Host.current().pid(), "", core.directory().lockPath(name));
        }
        ExportedObject object = null;
        ServiceListener listener = null;
        boolean offered = false;
        try {
            // The name comes first, because it may be taken. Nobody is admitted before the object is in the table.
            listener = new ServiceListener(core, offer);
            object = core.exports().add(analysed, target, name.value(), core.hooks());
            core.prepareToServe(object);
            if (isForOtherHosts(offer)) {
                object.offerToOtherHosts(principals);
                if (hasTransports()) {
                    core.connections().transports().offered(name.value(), principals);
                }
            }
            listeners.put(name.value(), listener);
            OfferedService service = new OfferedService(this, object, listener);
            listener.start(service::close);
            core.requireServing();
            offered = true;
            core.showSoon(object);
            makeCodecsSoon(type);
            return service;
        } catch (IllegalStateException e) {
            core.requireServing(); // closed meanwhile, so nothing can be watched any more
            throw e;
        } catch (OsException e) {
            throw new TransportException(Outcome.NOT_SENT, "offering \"" + name + "\"", "", e);
        } finally {
            if (!offered) {
                withdraw(object, listener);
            }
        }
    }

    private boolean hasTransports() {
        return !core.settings().transports().isEmpty();
    }

    /** Withdraws whatever exists of an offer; either may be null. */
    void withdraw(ExportedObject object, ServiceListener listener) {
        if (object != null) {
            core.exports().remove(object);
            if (object.isForOtherHosts() && hasTransports()) {
                core.connections().transports().withdrawn(object.serviceName());
            }
        }
        if (listener != null) {
            listeners.values().remove(listener);
            listener.close();
        }
    }

    /** The endpoint is closing. Admits nobody any more, and releases the names. A file that cannot be removed stays. */
    void close() {
        if (hasTransports()) {
            core.connections().transports().closing();
        }
        for (ServiceListener listener : listeners.values()) {
            try {
                listener.close();
            } catch (OsException e) { // the others and the connections must still end
                core.warn("The files of a service could not be removed: " + e.getMessage());
            }
        }
    }
}
