// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.KryoException;

/**
 * A value cannot be written, or what was received cannot be read. Never leaves the runtime: at the public face its
 * subclasses become exceptions of the API.
 */
public class CodecException extends KryoException {

    private static final long serialVersionUID = 1L;

    public CodecException(String message) {
        super(message);
    }

    public CodecException(String message, Throwable cause) {
        super(message, cause);
    }
}
