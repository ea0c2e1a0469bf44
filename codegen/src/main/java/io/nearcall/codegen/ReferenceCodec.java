// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;

/**
 * What the Kryo of a call is besides, where a signature says that an object travels by reference or by value, or that its
 * elements follow one after the other.
 */
public interface ReferenceCodec {

    /** Writes what stands for an object, or null. */
    void writeReference(Output output, Object object, Class<?> type);

    /** Reads the object itself, if it is of this side, or a stub that implements {@code type}; or null. */
    Object readReference(Input input, Class<?> type);

    /** Writes an object itself with its class, or null, as the Kryo does for classes that do not travel by reference. */
    void writeValue(Output output, Object object);

    /** Writes what the elements of a stream are fetched from, or null. */
    void writeElements(Output output, Object stream, Class<?> type);

    /** Reads a stream of the declared {@code type}, whose elements are fetched as they are consumed; or null. */
    Object readElements(Input input, Class<?> type);
}
