// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.lang.invoke.MethodType;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** The code of one generated method. Has short forms of sequences of instructions that occur often. */
class Code extends MethodVisitor implements Opcodes {

    static final String KRYO = Type.getInternalName(Kryo.class);
    static final String INPUT = Type.getInternalName(Input.class);
    static final String OUTPUT = Type.getInternalName(Output.class);
    static final String OBJECT = "java/lang/Object";

    Code(ClassVisitor writer, int access, String name, String descriptor) {
        super(ASM9, writer.visitMethod(access, name, descriptor, null, null));
        visitCode();
    }

    final void end(int maxStack, int maxLocals) {
        visitMaxs(maxStack, maxLocals);
        visitEnd();
    }

    /** Writes a public constructor that passes its parameters, which are objects, on to that of the super-class. */
    static void writeConstructor(ClassVisitor writer, String superName, String descriptor) {
        int slots = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
        Code code = new Code(writer, ACC_PUBLIC, "<init>", descriptor);
        for (int slot = 0; slot < slots; slot++) {
            code.load(slot);
        }
        code.visitMethodInsn(INVOKESPECIAL, superName, "<init>", descriptor, false);
        code.visitInsn(RETURN);
        code.end(slots, slots);
    }

    /** Writes a public method without parameters that returns {@code value}. */
    static void writeConstant(ClassVisitor writer, String name, long value) {
        Code code = new Code(writer, ACC_PUBLIC | ACC_FINAL, name, "()J");
        code.visitLdcInsn(value);
        code.visitInsn(LRETURN);
        code.end(2, 1);
    }

    /** Pushes the values of local variables, which are objects. */
    final void load(int... slots) {
        for (int slot : slots) {
            visitVarInsn(ALOAD, slot);
        }
    }

    /** Pushes a number, which is not negative, with the shortest instruction. */
    final void push(int value) {
        if (value <= 5) {
            visitInsn(ICONST_0 + value);
        } else if (value <= Byte.MAX_VALUE) {
            visitIntInsn(BIPUSH, value);
        } else if (value <= Short.MAX_VALUE) {
            visitIntInsn(SIPUSH, value);
        } else {
            visitLdcInsn(value);
        }
    }

    /** Calls a method of a class. */
    final void call(String owner, String name, String descriptor) {
        visitMethodInsn(INVOKEVIRTUAL, owner, name, descriptor, false);
    }

    final void callInterface(String owner, String name, String descriptor) {
        visitMethodInsn(INVOKEINTERFACE, owner, name, descriptor, true);
    }

    final void callStatic(String owner, String name, String descriptor) {
        visitMethodInsn(INVOKESTATIC, owner, name, descriptor, false);
    }

    /** The target of a jump, where the parameters are the only live local variables, and the operand stack is empty. */
    final void jumpTarget(Label label) {
        visitLabel(label);
        visitFrame(F_SAME, 0, null, 0, null);
    }

    /** Writes the primitive or string on the operand stack to the output below. */
    final void writePlain(Class<?> type) {
        // Output.writeShort takes an int. Every other write method takes the type in its name.
        String widened = type == short.class ? "I" : type.descriptorString();
        call(OUTPUT, "write" + suffix(type), "(" + widened + ")V");
    }

    /** Reads a primitive or string from the input on the operand stack. */
    final void readPlain(Class<?> type) {
        call(INPUT, "read" + suffix(type), "()" + type.descriptorString());
    }

    /** {@code "Int"} for {@code int}, {@code "String"} for {@code String}. */
    private static String suffix(Class<?> type) {
        String name = type.getSimpleName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** Casts the object on the operand stack to {@code type}. */
    final void cast(Class<?> type) {
        if (type != Object.class) {
            visitTypeInsn(CHECKCAST, Type.getInternalName(type));
        }
    }

    /** Turns a primitive on the operand stack into an object. Leaves an object as it is. */
    final void box(Class<?> type) {
        if (type.isPrimitive()) {
            String wrapper = wrapper(type);
            callStatic(wrapper, "valueOf", "(" + type.descriptorString() + ")L" + wrapper + ";");
        }
    }

    /** Turns the object on the operand stack into a value of {@code type}. */
    final void unbox(Class<?> type) {
        if (type.isPrimitive()) {
            String wrapper = wrapper(type);
            visitTypeInsn(CHECKCAST, wrapper);
            call(wrapper, type + "Value", "()" + type.descriptorString());
        } else {
            cast(type);
        }
    }

    private static String wrapper(Class<?> primitive) {
        return Type.getInternalName(MethodType.methodType(primitive).wrap().returnType());
    }
}
