// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** Thrown if an honest peer would not write what was received, or if it describes values that cannot exist here. */
public final class MalformedMessage extends CodecException {

    private static final long serialVersionUID = 1L;

    public MalformedMessage(String message) {
        super(message);
    }

    public MalformedMessage(String message, Throwable cause) {
        super(message, cause);
    }
}
