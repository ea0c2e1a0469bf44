// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.call;

import io.nearcall.NearcallException;
import io.nearcall.codegen.Repeat;
import io.nearcall.internal.statistics.CountedObject;

/** What is called, as the calls on a lane know it: an object of another process, seen through one interface. */
public abstract class Callee extends CountedObject {

    protected final ClientInterface type;

    protected Callee(ClientInterface type) {
        this.type = type;
    }

    public final ClientInterface type() {
        return type;
    }

    /** @param terms of the call; null if it is a plain one */
    public final long timeoutNs(int method, CallTerms terms) {
        return terms == null ? type.timeoutNs(method) : terms.timeoutNs();
    }

    /**
     * A call that may be repeated has failed: begins it again, or throws the exception for its caller.
     *
     * @param deadlineNs the deadline of the call that has failed, if it was running
     * @param former the attempts before; null if there were none
     */
    public Repeat again(int method, Throwable thrown, long deadlineNs, Repeat former) throws Throwable {
        throw thrown; // an object that came as a reference does not come back
    }

    /** Returns the end of the connection as a caller of this object sees it, and all other failures as they are. */
    public NearcallException lost(NearcallException failure) {
        return failure;
    }

    /** What a caller can do if the object is not exported, as a sentence. */
    public String adviceIfMissing() {
        return "Look the service up again.";
    }

    /** The object's process has refused a call because its endpoint is closing. */
    public void closing(Peer peer) {}

    /** A call that nobody answers has been begun, but not sent. */
    public void notPosted() {}

    /** What the object is called in messages. */
    public abstract String serviceName();

    public abstract int peerPid();

    /** The name of the service whose root the object is; empty if the object came as a reference. */
    protected abstract String ofService();

    @Override
    protected final Methods countedMethods() {
        return new Methods(false, ofService(), type.target(), type.type(), type.methods());
    }

    /** The method as messages name it: {@code Orders.place}. */
    public final String methodName(int method) {
        return type.type().getSimpleName() + "." + type.method(method).name();
    }
}
