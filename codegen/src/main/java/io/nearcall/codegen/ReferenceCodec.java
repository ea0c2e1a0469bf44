// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;

/**
 * A second interface of the Kryo of a call. It is used where a signature says that an object travels by reference or by
 * value, or that the elements of a stream are fetched.
 */
public interface ReferenceCodec {

    /** Writes the reference of an object, or null. */
    void writeReference(Output output, Object object, Class<?> type);

    /** Reads a reference: the object itself if it is of this side, a stub that implements {@code type}, or null. */
    Object readReference(Input input, Class<?> type);

    /** Writes the object itself with its class, or null, even if its class travels by reference elsewhere. */
    void writeValue(Output output, Object object);

    /** Writes the reference from which the elements of a stream are fetched, or null. */
    void writeElements(Output output, Object stream, Class<?> type);

    /** Reads a stream of the declared {@code type}, whose elements are fetched as they are consumed; or null. */
    Object readElements(Input input, Class<?> type);
}
