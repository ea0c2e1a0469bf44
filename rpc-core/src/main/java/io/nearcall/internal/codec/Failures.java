// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.KryoException;

/** Decides what to throw when a value cannot be written or read. */
final class Failures {

    /** The beginning of Kryo's message. */
    private static final String TOO_DEEP = "Max depth exceeded";

    private Failures() {}

    /**
     * What to throw in place of {@code cause}. Exceptions of the codec and of what moves its fragments stay as they
     * are. Those of application classes and serialisers are wrapped. Errors of the virtual machine are thrown here.
     *
     * @param transportFailure what the sink or the source of the fragments threw, or null
     */
    static RuntimeException passOn(Throwable cause, RuntimeException transportFailure, String prefix) {
        if (cause == transportFailure) {
            return transportFailure;
        }
        if (cause instanceof KryoException known) {
            // Kryo wraps what a reference resolver throws.
            return known.getCause() instanceof CodecException ours ? ours : explained(known);
        }
        if (cause instanceof VirtualMachineError error) {
            throw error;
        }
        return new CodecException(prefix + cause, cause);
    }

    static KryoException tooDeep(int depth) {
        return new KryoException(TOO_DEEP + ": " + depth);
    }

    private static KryoException explained(KryoException known) {
        String message = String.valueOf(known.getMessage());
        return message.startsWith(TOO_DEEP)
                ? new CodecException(
                        message
                                + " objects that contain each other. Send long chains and deeply nested objects in a flat"
                                + " form, such as a List",
                        known)
                : known;
    }
}
