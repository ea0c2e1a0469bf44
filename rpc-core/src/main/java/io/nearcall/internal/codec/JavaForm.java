// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.io.Externalizable;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.Set;

/**
 * Writes and reads objects in Java's serialised form, if their class defines that form itself or extends a class of the
 * JDK. The form is the length, then the output of ObjectOutputStream. Objects in it are shared with other such forms in
 * the same message, but not with the objects around it.
 */
final class JavaForm extends Serializer<Object> {

    private static final Set<String> METHODS =
            Set.of("writeObject", "readObject", "readObjectNoData", "writeReplace", "readResolve");

    /** Whether objects of the class travel in this form. Part of the protocol. Does not initialise the class. */
    static boolean isFormOf(Class<?> type) {
        if (!Serializable.class.isAssignableFrom(type) || type.isRecord() || type.isEnum() || type.isArray()) {
            return false;
        }
        if (Externalizable.class.isAssignableFrom(type)) {
            return true;
        }
        for (Class<?> owner = type; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
            if (TravelRules.ofTheJdk(owner)) {
                return true;
            }
            for (Method method : owner.getDeclaredMethods()) {
                if (METHODS.contains(method.getName())) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        byte[] bytes;
        try {
            bytes = ((LaneCodec) kryo).javaForms().write(object);
        } catch (NotSerializableException e) {
            throw new CodecException(
                    "An object of " + object.getClass().getName() + " cannot be serialised: " + e
                            + ". It travels in the form of Java's serialisation, so all its contents must be Serializable."
                            + " Stubs and remote objects are not: pass them as arguments of their own",
                    e);
        } catch (IOException e) {
            throw new CodecException("An object of " + object.getClass().getName() + " cannot be serialised: " + e, e);
        }
        output.writeVarInt(bytes.length, true);
        output.writeBytes(bytes);
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        FrameInput in = (FrameInput) input;
        byte[] bytes = in.readBytes(in.readLength());
        LaneCodec codec = (LaneCodec) kryo;
        try {
            return type.cast(codec.throwables().readObject(codec.javaForms(), bytes));
        } catch (IOException | ClassNotFoundException | StackOverflowError e) {
            throw new MalformedMessage("An object of " + type.getName() + " cannot be read: " + e, e);
        }
    }
}
