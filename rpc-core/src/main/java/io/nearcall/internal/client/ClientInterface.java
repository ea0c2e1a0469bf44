// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.Deadline;
import io.nearcall.DurationText;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteMethod;
import java.util.Arrays;
import java.util.List;

/** An interface with what its caller needs of it: the table of methods and how long each may take. Immutable. */
public final class ClientInterface {

    private final Class<?> type;
    private final List<RemoteMethod> methods;
    private final long[] timeoutsNs;

    /**
     * Reads the interface's annotations.
     *
     * @param defaultTimeoutNs for methods without a {@link Deadline} on themselves or on their interface
     */
    public ClientInterface(RemoteInterface<?> analysed, long defaultTimeoutNs) {
        type = analysed.type();
        methods = analysed.methods();
        timeoutsNs = new long[methods.size()];
        Deadline ofType = type.getAnnotation(Deadline.class);
        for (RemoteMethod method : methods) {
            Deadline ofMethod = method.method().getAnnotation(Deadline.class);
            Deadline deadline = ofMethod != null ? ofMethod : ofType;
            timeoutsNs[method.index()] = deadline == null ? defaultTimeoutNs : DurationText.parseNs(deadline.value());
        }
    }

    private ClientInterface(ClientInterface like, long longestNs) {
        type = like.type;
        methods = like.methods;
        timeoutsNs = like.timeoutsNs.clone();
        Arrays.setAll(timeoutsNs, i -> Math.min(timeoutsNs[i], longestNs));
    }

    /** The same interface, none of whose methods may take longer than {@code longestNs}. */
    public ClientInterface within(long longestNs) {
        return new ClientInterface(this, longestNs);
    }

    public Class<?> type() {
        return type;
    }

    public List<RemoteMethod> methods() {
        return methods;
    }

    RemoteMethod method(int index) {
        return methods.get(index);
    }

    long timeoutNs(int method) {
        return timeoutsNs[method];
    }
}
