// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.PlainArrays;
import io.nearcall.codegen.ReferenceCodec;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Type;

/**
 * The code of a method that writes or reads the values of a frame. Only this class knows the code for each {@link
 * WireForm}.
 */
final class FrameCode extends Code {

    /** The operand stack that a write or a read needs at most, above the values that were there before. */
    static final int MAX_STACK = 4;

    private static final String REFERENCES = Type.getInternalName(ReferenceCodec.class);
    private static final String ARRAYS = Type.getInternalName(PlainArrays.class);

    private final String callType;
    private final int callSlot;

    /**
     * Begins the method.
     *
     * @param callType the class of the call in {@code callSlot}, which has the Kryo instance
     */
    FrameCode(ClassVisitor writer, int access, String name, String descriptor, Class<?> callType, int callSlot) {
        super(writer, access, name, descriptor);
        this.callType = Type.getInternalName(callType);
        this.callSlot = callSlot;
    }

    void loadCall() {
        load(callSlot);
    }

    /** Calls a method of the call, which is on the operand stack. */
    void onCall(String name, String descriptor) {
        call(callType, name, descriptor);
    }

    /** Writes the value of local variable {@code valueSlot} to the output in {@code outputSlot}. */
    void write(Class<?> type, WireForm form, int outputSlot, int valueSlot) {
        if (form == WireForm.EXACT || form == WireForm.WITH_CLASS) {
            loadKryo();
        } else if (form.isOfReferences() || form == WireForm.VALUE) {
            loadReferences();
        }
        load(outputSlot);
        visitVarInsn(Type.getType(type).getOpcode(ILOAD), valueSlot);
        switch (form) {
            case PRIMITIVE, STRING -> writePlain(type);
            case BYTES, INTS, STRINGS ->
                callStatic(ARRAYS, "write" + form.suffix(), "(L" + OUTPUT + ";" + type.descriptorString() + ")V");
            case EXACT -> {
                visitLdcInsn(Type.getType(type));
                call(KRYO, "writeObjectOrNull", "(L" + OUTPUT + ";Ljava/lang/Object;Ljava/lang/Class;)V");
            }
            case WITH_CLASS -> call(KRYO, "writeClassAndObject", "(L" + OUTPUT + ";Ljava/lang/Object;)V");
            case VALUE -> callInterface(REFERENCES, "writeValue", "(L" + OUTPUT + ";Ljava/lang/Object;)V");
            case REFERENCE, ELEMENTS -> {
                visitLdcInsn(Type.getType(type));
                String descriptor = "(L" + OUTPUT + ";Ljava/lang/Object;Ljava/lang/Class;)V";
                callInterface(REFERENCES, "write" + form.suffix(), descriptor);
            }
        }
    }

    /** Reads a value from the input in {@code inputSlot} and leaves it on the operand stack. */
    void read(Class<?> type, WireForm form, int inputSlot) {
        if (form.isOfReferences()) {
            loadReferences();
        } else if (form.isOfKryo()) {
            loadKryo();
        }
        load(inputSlot);
        switch (form) {
            case PRIMITIVE, STRING -> readPlain(type);
            case BYTES, INTS, STRINGS ->
                callStatic(ARRAYS, "read" + form.suffix(), "(L" + INPUT + ";)" + type.descriptorString());
            case EXACT -> {
                visitLdcInsn(Type.getType(type));
                call(KRYO, "readObjectOrNull", "(L" + INPUT + ";Ljava/lang/Class;)Ljava/lang/Object;");
            }
            case REFERENCE, ELEMENTS -> {
                visitLdcInsn(Type.getType(type));
                String descriptor = "(L" + INPUT + ";Ljava/lang/Class;)Ljava/lang/Object;";
                callInterface(REFERENCES, "read" + form.suffix(), descriptor);
            }
            case WITH_CLASS, VALUE -> call(KRYO, "readClassAndObject", "(L" + INPUT + ";)Ljava/lang/Object;");
        }
        if (form.isOfReferences() || form.isOfKryo()) {
            cast(type);
        }
    }

    private void loadReferences() {
        loadKryo();
        visitTypeInsn(CHECKCAST, REFERENCES);
    }

    private void loadKryo() {
        loadCall();
        onCall("kryo", "()L" + KRYO + ";");
    }

    /** The type of a local variable in the form of a stack map frame: the internal name or the primitive's constant. */
    static Object frameType(Class<?> type) {
        if (!type.isPrimitive()) {
            return Type.getInternalName(type);
        }
        if (type == long.class) {
            return LONG;
        }
        if (type == double.class) {
            return DOUBLE;
        }
        return type == float.class ? FLOAT : INTEGER;
    }
}
