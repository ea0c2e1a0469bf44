// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.GraphKryo;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Writes the loops of a codec over elements of lists. */
final class RunCode implements Opcodes {

    /*
     *     public int writeRun(GraphKryo kryo, Output output, List list, int from, int to, int classNumber) {
     *         do {
     *             Object element = list.get(from);
     *             if (element == null || element.getClass() != Line.class) {
     *                 break;
     *             }
     *             if (kryo.writeHead(output, element, classNumber)) {
     *                 write(kryo, output, element);
     *             }
     *         } while (++from < to);
     *         return from;
     *     }
     *
     *     public int readRun(GraphKryo kryo, Input input, Collection target, int count, int classNumber) {
     *         while (kryo.readHead(input, classNumber)) {
     *             int number = kryo.begin();
     *             Object element = read(kryo, input, null);
     *             kryo.end(number, element);
     *             target.add(element);
     *             if (--count <= 0) {
     *                 break;
     *             }
     *         }
     *         return count;
     *     }
     *
     * These methods are not inherited. A loop in MemberCodec would serve all codecs, so its call of write would have as
     * many targets. Here the call has one target, and compilers inline it.
     */

    private static final String GRAPH = Type.getInternalName(GraphKryo.class);
    private static final String INPUT = "L" + Type.getInternalName(Input.class) + ";";
    private static final String OUTPUT = "L" + Type.getInternalName(Output.class) + ";";
    private static final String OBJECT = "Ljava/lang/Object;";

    private static final int KRYO_SLOT = 1;
    private static final int STREAM_SLOT = 2;
    private static final int ELEMENT_SLOT = 7;
    private static final int STACK = 4;

    private final ClassWriter writer;
    private final String codecName;
    private final String typeName;

    RunCode(ClassWriter writer, String codecName, String typeName) {
        this.writer = writer;
        this.codecName = codecName;
        this.typeName = typeName;
    }

    void write() {
        writeWriteRun();
        writeReadRun();
    }

    private void writeWriteRun() {
        int list = 3;
        int index = 4;
        int to = 5;
        int classNumber = 6;
        Label loop = new Label();
        Label next = new Label();
        Label end = new Label();
        MethodVisitor code = begin("writeRun", "(L" + GRAPH + ";" + OUTPUT + "Ljava/util/List;III)I");
        frame(code, loop);
        code.visitVarInsn(ALOAD, list);
        code.visitVarInsn(ILOAD, index);
        code.visitMethodInsn(INVOKEINTERFACE, "java/util/List", "get", "(I)" + OBJECT, true);
        code.visitVarInsn(ASTORE, ELEMENT_SLOT);
        code.visitVarInsn(ALOAD, ELEMENT_SLOT);
        code.visitJumpInsn(IFNULL, end);
        code.visitVarInsn(ALOAD, ELEMENT_SLOT);
        code.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Object", "getClass", "()Ljava/lang/Class;", false);
        code.visitLdcInsn(Type.getObjectType(typeName));
        code.visitJumpInsn(IF_ACMPNE, end);
        code.visitVarInsn(ALOAD, KRYO_SLOT);
        code.visitVarInsn(ALOAD, STREAM_SLOT);
        code.visitVarInsn(ALOAD, ELEMENT_SLOT);
        code.visitVarInsn(ILOAD, classNumber);
        code.visitMethodInsn(INVOKEVIRTUAL, GRAPH, "writeHead", "(" + OUTPUT + OBJECT + "I)Z", false);
        code.visitJumpInsn(IFEQ, next);
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, KRYO_SLOT);
        code.visitVarInsn(ALOAD, STREAM_SLOT);
        code.visitVarInsn(ALOAD, ELEMENT_SLOT);
        code.visitMethodInsn(INVOKEVIRTUAL, codecName, "write", CodecClass.WRITE, false);
        frame(code, next);
        code.visitIincInsn(index, 1);
        code.visitVarInsn(ILOAD, index);
        code.visitVarInsn(ILOAD, to);
        code.visitJumpInsn(IF_ICMPLT, loop);
        end(code, end, index);
    }

    private void writeReadRun() {
        int target = 3;
        int count = 4;
        int classNumber = 5;
        int number = 6;
        Label loop = new Label();
        Label end = new Label();
        MethodVisitor code = begin("readRun", "(L" + GRAPH + ";" + INPUT + "Ljava/util/Collection;II)I");
        frame(code, loop);
        code.visitVarInsn(ALOAD, KRYO_SLOT);
        code.visitVarInsn(ALOAD, STREAM_SLOT);
        code.visitVarInsn(ILOAD, classNumber);
        code.visitMethodInsn(INVOKEVIRTUAL, GRAPH, "readHead", "(" + INPUT + "I)Z", false);
        code.visitJumpInsn(IFEQ, end);
        code.visitVarInsn(ALOAD, KRYO_SLOT);
        code.visitMethodInsn(INVOKEVIRTUAL, GRAPH, "begin", "()I", false);
        code.visitVarInsn(ISTORE, number);
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, KRYO_SLOT);
        code.visitVarInsn(ALOAD, STREAM_SLOT);
        code.visitInsn(ACONST_NULL);
        code.visitMethodInsn(INVOKEVIRTUAL, codecName, "read", CodecClass.READ, false);
        code.visitVarInsn(ASTORE, ELEMENT_SLOT);
        code.visitVarInsn(ALOAD, KRYO_SLOT);
        code.visitVarInsn(ILOAD, number);
        code.visitVarInsn(ALOAD, ELEMENT_SLOT);
        code.visitMethodInsn(INVOKEVIRTUAL, GRAPH, "end", "(I" + OBJECT + ")V", false);
        code.visitVarInsn(ALOAD, target);
        code.visitVarInsn(ALOAD, ELEMENT_SLOT);
        code.visitMethodInsn(INVOKEINTERFACE, "java/util/Collection", "add", "(" + OBJECT + ")Z", true);
        code.visitInsn(POP);
        code.visitIincInsn(count, -1);
        code.visitVarInsn(ILOAD, count);
        code.visitJumpInsn(IFGT, loop);
        end(code, end, count);
    }

    private MethodVisitor begin(String name, String descriptor) {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_FINAL, name, descriptor, null, null);
        code.visitCode();
        return code;
    }

    /** At a jump target, the parameters are the only live local variables. */
    private static void frame(MethodVisitor code, Label label) {
        code.visitLabel(label);
        code.visitFrame(F_SAME, 0, null, 0, null);
    }

    private static void end(MethodVisitor code, Label label, int resultSlot) {
        frame(code, label);
        code.visitVarInsn(ILOAD, resultSlot);
        code.visitInsn(IRETURN);
        code.visitMaxs(STACK, ELEMENT_SLOT + 1);
        code.visitEnd();
    }
}
