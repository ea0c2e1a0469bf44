// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.PlainArrays;
import io.nearcall.codegen.ReferenceCodec;
import java.lang.invoke.MethodType;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Writes the code that writes and reads single values. Only this class knows the code for each {@link WireForm}. */
final class FrameCode implements Opcodes {

    /** The operand stack that a write or a read needs at most, above the values that were there before. */
    static final int MAX_STACK = 4;

    private static final String KRYO = Type.getInternalName(Kryo.class);
    private static final String REFERENCES = Type.getInternalName(ReferenceCodec.class);
    private static final String ARRAYS = Type.getInternalName(PlainArrays.class);
    private static final String INPUT = Type.getInternalName(Input.class);
    private static final String OUTPUT = Type.getInternalName(Output.class);

    private final MethodVisitor code;
    private final String callType;
    private final int callSlot;

    /** @param callType the class of the call in {@code callSlot}, which has the Kryo instance */
    FrameCode(MethodVisitor code, Class<?> callType, int callSlot) {
        this.code = code;
        this.callType = Type.getInternalName(callType);
        this.callSlot = callSlot;
    }

    /** Writes the value of local variable {@code valueSlot} to the output in {@code outputSlot}. */
    void write(Class<?> type, WireForm form, int outputSlot, int valueSlot) {
        if (form == WireForm.EXACT || form == WireForm.WITH_CLASS) {
            kryo();
        } else if (form.isOfReferences() || form == WireForm.VALUE) {
            references();
        }
        code.visitVarInsn(ALOAD, outputSlot);
        code.visitVarInsn(Type.getType(type).getOpcode(ILOAD), valueSlot);
        switch (form) {
            case PRIMITIVE, STRING -> call(OUTPUT, "write" + suffix(type), "(" + widened(type) + ")V");
            case BYTES, INTS, STRINGS ->
                onArrays("write" + form.suffix(), "(L" + OUTPUT + ";" + type.descriptorString() + ")V");
            case EXACT -> {
                code.visitLdcInsn(Type.getType(type));
                call(KRYO, "writeObjectOrNull", "(L" + OUTPUT + ";Ljava/lang/Object;Ljava/lang/Class;)V");
            }
            case WITH_CLASS -> call(KRYO, "writeClassAndObject", "(L" + OUTPUT + ";Ljava/lang/Object;)V");
            case VALUE -> onReferences("writeValue", "(L" + OUTPUT + ";Ljava/lang/Object;)V");
            case REFERENCE, ELEMENTS -> {
                code.visitLdcInsn(Type.getType(type));
                String name = "write" + form.suffix();
                onReferences(name, "(L" + OUTPUT + ";Ljava/lang/Object;Ljava/lang/Class;)V");
            }
        }
    }

    /** Reads a value from the input in {@code inputSlot} and leaves it on the operand stack. */
    void read(Class<?> type, WireForm form, int inputSlot) {
        if (form.isOfReferences()) {
            references();
        } else if (form.isOfKryo()) {
            kryo();
        }
        code.visitVarInsn(ALOAD, inputSlot);
        switch (form) {
            case PRIMITIVE, STRING -> call(INPUT, "read" + suffix(type), "()" + type.descriptorString());
            case BYTES, INTS, STRINGS ->
                onArrays("read" + form.suffix(), "(L" + INPUT + ";)" + type.descriptorString());
            case EXACT -> {
                code.visitLdcInsn(Type.getType(type));
                call(KRYO, "readObjectOrNull", "(L" + INPUT + ";Ljava/lang/Class;)Ljava/lang/Object;");
            }
            case REFERENCE, ELEMENTS -> {
                code.visitLdcInsn(Type.getType(type));
                String name = "read" + form.suffix();
                onReferences(name, "(L" + INPUT + ";Ljava/lang/Class;)Ljava/lang/Object;");
            }
            case WITH_CLASS, VALUE -> call(KRYO, "readClassAndObject", "(L" + INPUT + ";)Ljava/lang/Object;");
        }
        if (form.isOfKryo() || form.isOfReferences()) {
            cast(code, type);
        }
    }

    private void references() {
        kryo();
        code.visitTypeInsn(CHECKCAST, REFERENCES);
    }

    private void onArrays(String name, String descriptor) {
        code.visitMethodInsn(INVOKESTATIC, ARRAYS, name, descriptor, false);
    }

    private void onReferences(String name, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, REFERENCES, name, descriptor, true);
    }

    private void kryo() {
        code.visitVarInsn(ALOAD, callSlot);
        call(callType, "kryo", "()L" + KRYO + ";");
    }

    private void call(String owner, String name, String descriptor) {
        code.visitMethodInsn(INVOKEVIRTUAL, owner, name, descriptor, false);
    }

    /** Turns a primitive on the operand stack into an object. Leaves an object as it is. */
    static void box(MethodVisitor code, Class<?> type) {
        if (type.isPrimitive()) {
            String wrapper = wrapper(type);
            String descriptor = "(" + type.descriptorString() + ")L" + wrapper + ";";
            code.visitMethodInsn(INVOKESTATIC, wrapper, "valueOf", descriptor, false);
        }
    }

    /** Turns the object on the operand stack into a value of {@code type}. */
    static void unbox(MethodVisitor code, Class<?> type) {
        if (type.isPrimitive()) {
            String wrapper = wrapper(type);
            code.visitTypeInsn(CHECKCAST, wrapper);
            code.visitMethodInsn(INVOKEVIRTUAL, wrapper, type + "Value", "()" + type.descriptorString(), false);
        } else {
            cast(code, type);
        }
    }

    /** Casts the object on the operand stack to {@code type}. */
    static void cast(MethodVisitor code, Class<?> type) {
        if (type != Object.class) {
            code.visitTypeInsn(CHECKCAST, Type.getInternalName(type));
        }
    }

    private static String wrapper(Class<?> primitive) {
        return Type.getInternalName(MethodType.methodType(primitive).wrap().returnType());
    }

    /** {@code "Int"} for {@code int}, {@code "String"} for {@code String}. */
    static String suffix(Class<?> type) {
        String name = type.getSimpleName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** {@code Output.writeShort} takes an int. Every other write method takes the type in its name. */
    static String widened(Class<?> primitive) {
        return primitive == short.class ? "I" : primitive.descriptorString();
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

    /** Writes a public constructor that passes its parameters, which are objects, on to the constructor of the superclass. */
    static void writeConstructor(ClassVisitor writer, String superName, String descriptor) {
        int slots = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC, "<init>", descriptor, null, null);
        code.visitCode();
        for (int slot = 0; slot < slots; slot++) {
            code.visitVarInsn(ALOAD, slot);
        }
        code.visitMethodInsn(INVOKESPECIAL, superName, "<init>", descriptor, false);
        code.visitInsn(RETURN);
        code.visitMaxs(slots, slots);
        code.visitEnd();
    }

    /** Writes a public method without parameters that returns {@code value}. */
    static void writeConstant(ClassVisitor writer, String name, long value) {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_FINAL, name, "()J", null, null);
        code.visitCode();
        code.visitLdcInsn(value);
        code.visitInsn(LRETURN);
        code.visitMaxs(2, 1);
        code.visitEnd();
    }

    /** Pushes a number, which is not negative, with the shortest instruction. */
    static void push(MethodVisitor code, int value) {
        if (value <= 5) {
            code.visitInsn(ICONST_0 + value);
        } else if (value <= Byte.MAX_VALUE) {
            code.visitIntInsn(BIPUSH, value);
        } else if (value <= Short.MAX_VALUE) {
            code.visitIntInsn(SIPUSH, value);
        } else {
            code.visitLdcInsn(value);
        }
    }
}
