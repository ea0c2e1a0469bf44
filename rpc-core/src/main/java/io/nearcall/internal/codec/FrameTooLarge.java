// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** A message is longer than the limit that is set for messages. */
public final class FrameTooLarge extends CodecException {

    private static final long serialVersionUID = 1L;

    private final long limitBytes;

    public FrameTooLarge(long limitBytes) {
        super("A message is longer than the limit of " + limitBytes + " bytes");
        this.limitBytes = limitBytes;
    }

    public long limitBytes() {
        return limitBytes;
    }
}
