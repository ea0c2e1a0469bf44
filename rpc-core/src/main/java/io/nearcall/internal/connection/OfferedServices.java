// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.EndpointClosedException;
import io.nearcall.Outcome;
import io.nearcall.ServiceNameInUseException;
import io.nearcall.TransportException;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.OsException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;

/** The services that an endpoint offers, each with who lets its callers in. Any thread. */
final class OfferedServices {

    private final EndpointCore core;
    private final RuntimeDirectory directory;
    private final Map<String, ServiceListener> listeners = new ConcurrentHashMap<>();

    OfferedServices(EndpointCore core, RuntimeDirectory directory) {
        this.core = core;
        this.directory = directory;
    }

    /** As {@link EndpointCore#export}. */
    OfferedService export(Class<?> type, Object target, ServiceAddress offer) {
        try {
            core.requireServing();
            if (offer.isRemote()) {
                throw new IllegalArgumentException("name=" + offer + " is an address of another host. Export the object"
                        + " under the name \"" + offer.name() + "\", at an endpoint with a transport that listens.");
            }
            Channels.requireLibrary(offer.scheme());
            return add(type, target, offer);
        } catch (EndpointClosedException e) {
            core.exitHook().awaitExit();
            throw e;
        }
    }

    /** While nobody calls: by another thread, as a service may have many values that no call carries. */
    private void makeCodecsSoon(Class<?> type) {
        try {
            core.completions().execute(() -> core.interfaces().makeCodecs(type));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // the endpoint closes, or no thread can be had: then calls make them
        }
    }

    private OfferedService add(Class<?> type, Object target, ServiceAddress offer) {
        ServiceName name = offer.name();
        RemoteInterface<?> analysed =
                core.interfaces().analyse(type); // or others would see the name of what is refused
        if (listeners.containsKey(name.value())) { // its files may have been removed: then they could be made once more
            throw new ServiceNameInUseException(name.value(), Host.current().pid(), "", directory.lockPath(name));
        }
        ExportedObject object = null;
        ServiceListener listener = null;
        boolean offered = false;
        try {
            // The name first: it is what may be taken. Nobody is let in before the object is in the table.
            listener = ServiceListener.open(core, directory, offer);
            object = core.exports().add(analysed, target, name.value(), core.hooks());
            core.prepareToServe(object);
            if (offer.scheme().equals(ServiceAddress.AUTO)) { // or else it is for that channel alone
                object.offerToOtherHosts();
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
            core.requireServing(); // closed meanwhile: nothing can be watched any more
            throw e;
        } catch (OsException e) {
            throw new TransportException(Outcome.NOT_SENT, "offering \"" + name + "\"", "", e);
        } finally {
            if (!offered) {
                withdraw(object, listener);
            }
        }
    }

    /** Takes back what there is of an offer: either may be null. */
    void withdraw(ExportedObject object, ServiceListener listener) {
        if (object != null) {
            core.exports().remove(object);
        }
        if (listener != null) {
            listeners.values().remove(listener);
            listener.close();
        }
    }

    /** The endpoint is closing: lets nobody in any more, and gives the names up. A file that cannot be removed stays. */
    void close() {
        for (ServiceListener listener : listeners.values()) {
            try {
                listener.close();
            } catch (OsException e) { // the others, and the connections, are still to end
                core.warn("A name that was offered is not removed: " + e.getMessage());
            }
        }
    }
}
