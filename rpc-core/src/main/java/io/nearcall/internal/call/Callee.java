// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.call;

import io.nearcall.NearcallException;
import io.nearcall.codegen.Repeat;
import io.nearcall.internal.statistics.CountedObject;

/** What is called, as its calls on a lane know it: an object of another process, seen through one interface. */
public abstract class Callee extends CountedObject {

    protected final ClientInterface type;

    protected Callee(ClientInterface type) {
        this.type = type;
    }

    /** The interface. */
    public final ClientInterface type() {
        return type;
    }

    /** @param terms of the call; null if it is a plain one */
    public final long timeoutNs(int method, CallTerms terms) {
        return terms == null ? type.timeoutNs(method) : terms.timeoutNs();
    }

    /**
     * A call that may be repeated has failed: begins it again, or throws what its caller shall be thrown.
     *
     * @param deadlineNs of the call that has failed, if it was running
     * @param former of the attempts before; null if there was none
     */
    public Repeat again(int method, Throwable thrown, long deadlineNs, Repeat former) throws Throwable {
        throw thrown; // an object that came as a reference does not come back
    }

    /** The end of the connection, as a caller of this object sees it; all other failures as they are. */
    public NearcallException lost(NearcallException failure) {
        return failure;
    }

    /** What a caller can do whose object is not exported, as a sentence. */
    public String adviceIfMissing() {
        return "Look the service up again.";
    }

    /** Its process has refused a call because its endpoint is closing. */
    public void closing(Peer peer) {}

    /** A call that nobody answers has been begun, and not been sent. */
    public void notPosted() {}

    /** What the object is called in messages. */
    public abstract String serviceName();

    public abstract int peerPid();

    /** The name of the service whose root it is; empty if it came as a reference. */
    protected abstract String ofService();

    @Override
    protected final Methods countedMethods() {
        return new Methods(false, ofService(), type.type(), type.methods());
    }

    /** The method as messages name it: {@code Orders.place}. */
    public final String methodName(int method) {
        return type.type().getSimpleName() + "." + type.method(method).name();
    }
}
