// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;

/** What the Kryo of a call is besides, where a signature says that an object travels by reference. */
public interface ReferenceCodec {

    /** Writes what stands for an object, or null. */
    void writeReference(Output output, Object object, Class<?> type);

    /** Reads the object itself, if it is of this side, or a stub that implements {@code type}; or null. */
    Object readReference(Input input, Class<?> type);
}
