// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.ClassResolver;
import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.ReferenceResolver;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;

/** A Kryo with what generated codecs do around each element of a list. */
public abstract class GraphKryo extends Kryo {

    protected GraphKryo(ClassResolver classes, ReferenceResolver references) {
        super(classes, references);
    }

    /** Writes the class of an object, and its reference. Returns whether its contents have to follow. */
    public abstract boolean writeHead(Output output, Object object, int classNumber);

    /**
     * Reads the class and the reference of an object of that class that has not occurred before. If something else stands
     * there, or if this is hard to tell, nothing is read and the result is false.
     */
    public abstract boolean readHead(Input input, int classNumber);

    /** The contents of an object are read next. Returns the number of the object. */
    public abstract int begin();

    /** They have been read, and this is the object. */
    public abstract void end(int number, Object object);
}
