// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.NearcallException;
import io.nearcall.codegen.Repeat;

/** What is called, as its calls on a lane know it: an object of another process, seen through one interface. */
abstract class Callee {

    protected final ClientInterface type;

    Callee(ClientInterface type) {
        this.type = type;
    }

    /** The interface. */
    final ClientInterface type() {
        return type;
    }

    /** @param terms of the call; null if it is a plain one */
    final long timeoutNs(int method, CallTerms terms) {
        return terms == null ? type.timeoutNs(method) : terms.timeoutNs();
    }

    /**
     * A call that may be repeated has failed: begins it again, or throws what its caller shall be thrown.
     *
     * @param deadlineNs of the call that has failed, if it was running
     * @param former of the attempts before; null if there was none
     */
    Repeat again(int method, Throwable thrown, long deadlineNs, Repeat former) throws Throwable {
        throw thrown; // an object that came as a reference does not come back
    }

    /** The end of the connection, as a caller of this object sees it; all other failures as they are. */
    NearcallException lost(NearcallException failure) {
        return failure;
    }

    /** What a caller can do whose object is not exported, as a sentence. */
    String adviceIfMissing() {
        return "Look the service up again.";
    }

    /** A call that nobody answers has been begun, and not been sent. */
    void notPosted() {}

    /** What the object is called in messages. */
    abstract String serviceName();

    abstract int peerPid();

    /** The method as messages name it: {@code Orders.place}. */
    final String methodName(int method) {
        return type.type().getSimpleName() + "." + type.method(method).name();
    }
}
