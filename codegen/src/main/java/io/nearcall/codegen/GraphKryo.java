// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import com.esotericsoftware.kryo.kryo5.ClassResolver;
import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.ReferenceResolver;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;

/** A Kryo with the operations of generated codecs before and after each element of a list. */
public abstract class GraphKryo extends Kryo {

    protected GraphKryo(ClassResolver classes, ReferenceResolver references) {
        super(classes, references);
    }

    /** Writes the class and the reference of an object. Returns whether the contents of the object have to follow. */
    public abstract boolean writeHead(Output output, Object object, int classNumber);

    /**
     * Reads the class and the reference of an object of the class {@code classNumber} that has not occurred before. If
     * something else follows, or if this is hard to tell, it reads nothing and returns false.
     */
    public abstract boolean readHead(Input input, int classNumber);

    /** Called before the contents of an object are read. Returns the number of the object. */
    public abstract int begin();

    /** Called with the object when its contents have been read. */
    public abstract void end(int number, Object object);
}
