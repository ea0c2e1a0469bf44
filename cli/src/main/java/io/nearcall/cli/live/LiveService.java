// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.live;

import io.nearcall.Endpoint;
import io.nearcall.Inspect;
import io.nearcall.NearcallException;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.cli.model.Refusal;
import io.nearcall.internal.connection.Inspection;
import io.nearcall.internal.connection.Inspector;
import io.nearcall.internal.connection.OwnObjects;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A service of a running process.
 *
 * @param method the part of the target behind the service's name; empty if there is none
 * @param address the address at which the service is looked up
 */
public record LiveService(String name, String method, String address, Inspector inspector, Map<String, String> about) {

    /** The time limit for a service that exists: its process may be busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * Finds a service, or a service and its method. Blocks for some calls.
     *
     * @param host the other host that has the service, if the command line names one
     * @param target a service, or a service, a dot and a method; the service may have dots
     * @throws ServiceNotFoundException if there is no such service
     * @throws LookupFailed if the service cannot be asked
     * @throws HostNotReached if the other host is not reached
     * @throws Inspection.Unavailable if its process does not describe its services
     */
    public static LiveService find(Endpoint endpoint, OtherHost host, String target) {
        Collection<String> services =
                host.isGiven() ? pairs(host.inspector(endpoint).services()).keySet() : endpoint.services();
        int dot = target.lastIndexOf('.');
        boolean split = dot > 0 && !services.contains(target) && services.contains(target.substring(0, dot));
        return split
                ? of(endpoint, host, target.substring(0, dot), target.substring(dot + 1))
                : of(endpoint, host, target, "");
    }

    /** Like {@link #find}, for a name without a method. {@code method} goes with it and may be empty. */
    public static LiveService of(Endpoint endpoint, OtherHost host, String name, String method) {
        if (!host.isGiven()) {
            return of(endpoint, name, method);
        }
        Inspector inspector = host.inspector(endpoint);
        return asked(name, () -> {
            if (!pairs(inspector.services()).containsKey(name)) {
                throw host.notFound(name);
            }
            return new LiveService(name, method, host.address(name), inspector, pairs(inspector.about()));
        });
    }

    /** Like the method above, on this host. */
    public static LiveService of(Endpoint endpoint, String name, String method) {
        return asked(name, () -> {
            Duration patience = endpoint.services().contains(name) ? PATIENCE : Duration.ZERO;
            Inspector inspector = OwnObjects.of(endpoint).inspector(name, patience);
            return new LiveService(name, method, name, inspector, pairs(inspector.about()));
        });
    }

    private static <T> T asked(String service, Supplier<T> question) {
        try {
            return question.get();
        } catch (ServiceNotFoundException e) {
            throw e;
        } catch (NearcallException e) {
            throw new LookupFailed(service, e);
        }
    }

    /** Returns a stub of the service. Blocks for some calls. @param type as {@link #type} has returned it */
    public <T> T stub(Endpoint endpoint, Class<T> type) {
        return asked(name, () -> endpoint.lookup(type, address, PATIENCE));
    }

    /** Returns keys and values that come alternately. */
    public static Map<String, String> pairs(String[] alternately) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (int i = 0; i + 1 < alternately.length; i += 2) {
            pairs.put(alternately[i], alternately[i + 1]);
        }
        return pairs;
    }

    /** Returns the process id, as the process itself reports it. */
    public String pid() {
        return about.getOrDefault("pid", "?");
    }

    /** Returns in words who has the service. */
    public String owner() {
        int place = address.indexOf('@') + 1;
        return place == 0 ? "process " + pid() : "the endpoint at " + address.substring(place);
    }

    /** Returns whether its methods may be called with JSON. */
    public boolean allowsCalls() {
        return Inspect.CALL.name().equals(about.get(Inspector.PERMISSION));
    }

    /** Returns the interface, without any code of the application. Blocks for a call. */
    public Class<?> type() {
        byte[] files = asked(name, () -> inspector.classFiles(name));
        if (files.length == 0) {
            throw new Refusal("The service \"" + name + "\" has just gone away. Try again.");
        }
        return SentClasses.interfaceOf(files);
    }
}
