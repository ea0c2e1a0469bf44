// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.call;

import io.nearcall.Deadline;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.internal.codec.TypeMarks;
import io.nearcall.internal.context.DurationText;
import io.nearcall.internal.hooks.Hooks;
import java.util.List;

/** An interface with what its caller needs to know: the table of methods and how long each may take. Immutable. */
public final class ClientInterface {

    private final Class<?> type;
    private final String target;
    private final List<RemoteMethod> methods;
    private final long[] timeoutsNs;
    private final boolean[] declared;
    private final boolean carries;
    private final CallTerms[] terms;
    private final Hooks hooks;

    /**
     * Reads the interface's annotations.
     *
     * @param defaultTimeoutNs for methods without a {@link Deadline} on themselves or on their interface
     * @param hooks those that are told of its calls; null if there are none
     */
    public ClientInterface(RemoteInterface<?> analysed, long defaultTimeoutNs, Hooks hooks) {
        this.hooks = hooks;
        type = analysed.type();
        target = "";
        methods = analysed.methods();
        timeoutsNs = new long[methods.size()];
        declared = new boolean[methods.size()];
        carries = true;
        terms = new CallTerms[methods.size()];
        String ofType = TypeMarks.value(type, Deadline.class);
        for (RemoteMethod method : methods) {
            Deadline ofMethod = method.method().getAnnotation(Deadline.class);
            String deadline = ofMethod != null ? ofMethod.value() : ofType;
            int i = method.index();
            declared[i] = deadline != null;
            timeoutsNs[i] = deadline == null ? defaultTimeoutNs : DurationText.parseNs(deadline);
            terms[i] = declared[i] && timeoutsNs[i] != DurationText.NONE_NS ? CallTerms.ofMethod(timeoutsNs[i]) : null;
        }
    }

    private ClientInterface(
            ClientInterface like, String target, long[] timeoutsNs, boolean carries, CallTerms[] terms, Hooks hooks) {
        this.type = like.type;
        this.target = target;
        this.methods = like.methods;
        this.declared = like.declared;
        this.timeoutsNs = timeoutsNs;
        this.carries = carries;
        this.terms = terms;
        this.hooks = hooks;
    }

    /** The same interface, none of whose methods may take longer than {@code longestNs}; its calls are plain ones. */
    public ClientInterface within(long longestNs) {
        long[] shorter = timeoutsNs.clone();
        for (int i = 0; i < shorter.length; i++) {
            shorter[i] = Math.min(shorter[i], longestNs);
        }
        return new ClientInterface(this, target, shorter, false, new CallTerms[shorter.length], null);
    }

    /** The same interface with another default for methods without a {@link Deadline}. */
    public ClientInterface withDefault(long defaultTimeoutNs) {
        long[] others = timeoutsNs.clone();
        for (int i = 0; i < others.length; i++) {
            others[i] = declared[i] ? others[i] : defaultTimeoutNs;
        }
        return new ClientInterface(this, target, others, carries, terms, hooks);
    }

    /**
     * The same interface, of a service of other hosts.
     *
     * @param place the place of the service as its address names it, such as {@code shop.example:7443}
     */
    public ClientInterface at(String place) {
        return new ClientInterface(this, place, timeoutsNs, carries, terms, hooks);
    }

    public Class<?> type() {
        return type;
    }

    /** The place of the service on other hosts; empty within this host, and for what came as a reference. */
    public String target() {
        return target;
    }

    public List<RemoteMethod> methods() {
        return methods;
    }

    public RemoteMethod method(int index) {
        return methods.get(index);
    }

    public long timeoutNs(int method) {
        return timeoutsNs[method];
    }

    /** Whether the method has a {@link Deadline}, its own or that of its interface. */
    boolean hasDeadline(int method) {
        return declared[method];
    }

    /** Whether anything goes along with the interface's calls. */
    boolean carries() {
        return carries;
    }

    /** The terms of a call that is made without a context; null for a plain one. */
    public CallTerms terms(int method) {
        return terms[method];
    }

    /** As above, for all methods. Must not be changed. */
    public CallTerms[] terms() {
        return terms;
    }

    /** The hooks that are told of its calls; null if there are none. */
    public Hooks hooks() {
        return hooks;
    }
}
