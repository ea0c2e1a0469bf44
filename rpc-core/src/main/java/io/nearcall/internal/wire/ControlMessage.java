// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import java.util.List;
import java.util.UUID;

/** A message on a control socket. {@link ControlFormat} has its written form. */
public sealed interface ControlMessage {

    /** The version of the protocol that this code speaks. */
    int VERSION = ControlFormat.VERSION;

    /** The most lanes that a {@link Goodbye} tells about. */
    int MAX_TAKEN = ControlFormat.MAX_TAKEN;

    /** Whether exactly one descriptor travels with the message; otherwise none does. */
    default boolean carriesDescriptor() {
        return false;
    }

    /**
     * The client's greeting. If the version is another than {@link #VERSION}, all else is unknown: the numbers are 0,
     * the texts are empty.
     *
     * @param channel the mechanism that must carry all lanes of the connection, as in an address
     */
    record Hello(int version, int pid, UUID endpointId, Limits limits, String serviceName, String channel)
            implements ControlMessage {}

    /** The server's answer. If the version is another than {@link #VERSION}, all else is unknown. */
    record Welcome(int version, int pid, UUID endpointId, Limits limits) implements ControlMessage {}

    /** The server's answer if it refuses the connection, which it then closes. The text says what to do. */
    record Refused(int version, Refusal reason, String text) implements ControlMessage {}

    /** Why a connection is refused. */
    enum Refusal {
        VERSION,
        USER,
        UNKNOWN_SERVICE,
        OVERLOADED,
        CLOSING,
        SHORTAGE,
        CHANNEL
    }

    /**
     * The sender has made its half of a batch of lanes.
     *
     * @param address what the receiver needs to open that half; empty if it needs the descriptor that travels along
     */
    record Lanes(int batch, int laneCount, int ringCapacity, boolean fullDuplex, String address)
            implements ControlMessage {
        @Override
        public boolean carriesDescriptor() {
            return address.isEmpty();
        }
    }

    /** The receiver of {@link Lanes} has made the other half. What was said there holds here. */
    record LanesReady(int batch, int laneCount, int ringCapacity, String address) implements ControlMessage {
        @Override
        public boolean carriesDescriptor() {
            return address.isEmpty();
        }
    }

    /** There is something in a lane that no thread of the receiver watches. */
    record Doorbell(int lane) implements ControlMessage {}

    /** The caller has given up. */
    record Cancel(int lane, long callId) implements ControlMessage {}

    /** The receiver of {@link Lanes} does not make its half of them; the connection goes on. */
    record LanesRefused(int batch, String reason) implements ControlMessage {}

    /**
     * The sender is about to write objects of a class, whose shape has this fingerprint. If the sender is the side that
     * accepted the connection, the class id is the number of the class from then on. From the other side it is 0, and
     * the receiver assigns one.
     */
    record ClassOffer(String className, int classId, long fingerprint) implements ControlMessage {}

    /** The class that was offered has this number from now on. */
    record ClassAgreed(String className, int classId) implements ControlMessage {}

    /** The class that was offered cannot be received. */
    record ClassRefused(String className, String reason) implements ControlMessage {}

    /** The class that was offered has another version on the receiver's side, and this is its shape. */
    record ClassDiffers(String className, String shape) implements ControlMessage {
        /** Whether it is short enough to be sent. */
        public boolean fits() {
            return ControlFormat.fits(className, shape);
        }
    }

    /** The answer to {@link ClassDiffers}: the shape of the sender's version, and what {@link ClassOffer} has said. */
    record ClassVersion(String className, int classId, String shape) implements ControlMessage {
        /** Whether it is short enough to be sent. */
        public boolean fits() {
            return ControlFormat.fits(className, shape);
        }
    }

    /**
     * Nobody on the sender's side refers to an object of the receiver any more.
     *
     * @param received how many references to the object the sender had received since it had none
     * @param sentHome how often the sender has sent one back, or called the object one-way; negative if it had told
     *     more than it sent
     */
    record Release(int objectId, long received, long sentHome) implements ControlMessage {}

    /**
     * The last message of an orderly end: for each lane, at most {@link #MAX_TAKEN}, the last call that was taken.
     * Later ones were not and will not be started. Nothing is said about lanes that are not listed.
     */
    record Goodbye(Farewell reason, String text, List<Taken> lastTaken) implements ControlMessage {
        public Goodbye {
            lastTaken = List.copyOf(lastTaken);
            if (lastTaken.size() > MAX_TAKEN) {
                throw new IllegalArgumentException("lastTaken.size()=" + lastTaken.size() + " max=" + MAX_TAKEN);
            }
        }
    }

    /** Why a connection is ended. */
    enum Farewell {
        CLOSED,
        IDLE,
        PROTOCOL_BREACH,
        INTERNAL_ERROR
    }

    /** The last call that was taken from a lane. */
    record Taken(int lane, long callId) {}
}
