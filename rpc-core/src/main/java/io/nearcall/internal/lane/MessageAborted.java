// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.codec.CodecException;

/** The sender gave up in the middle of the message. */
public final class MessageAborted extends CodecException {

    private static final long serialVersionUID = 1L;

    MessageAborted() {
        super("the other side gave up in the middle of the message");
    }
}
