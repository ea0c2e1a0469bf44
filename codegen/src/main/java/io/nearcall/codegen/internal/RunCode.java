// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.GraphKryo;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
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
    private static final String INPUT = "L" + Code.INPUT + ";";
    private static final String OUTPUT = "L" + Code.OUTPUT + ";";
    private static final String OBJECT = "L" + Code.OBJECT + ";";

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
        Code code = begin("writeRun", "(L" + GRAPH + ";" + OUTPUT + "Ljava/util/List;III)I");
        code.jumpTarget(loop);
        code.load(list);
        code.visitVarInsn(ILOAD, index);
        code.callInterface("java/util/List", "get", "(I)" + OBJECT);
        code.visitVarInsn(ASTORE, ELEMENT_SLOT);
        code.load(ELEMENT_SLOT);
        code.visitJumpInsn(IFNULL, end);
        code.load(ELEMENT_SLOT);
        code.call(Code.OBJECT, "getClass", "()Ljava/lang/Class;");
        code.visitLdcInsn(Type.getObjectType(typeName));
        code.visitJumpInsn(IF_ACMPNE, end);
        code.load(KRYO_SLOT, STREAM_SLOT, ELEMENT_SLOT);
        code.visitVarInsn(ILOAD, classNumber);
        code.call(GRAPH, "writeHead", "(" + OUTPUT + OBJECT + "I)Z");
        code.visitJumpInsn(IFEQ, next);
        code.load(0, KRYO_SLOT, STREAM_SLOT, ELEMENT_SLOT);
        code.call(codecName, "write", CodecClass.WRITE);
        code.jumpTarget(next);
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
        Code code = begin("readRun", "(L" + GRAPH + ";" + INPUT + "Ljava/util/Collection;II)I");
        code.jumpTarget(loop);
        code.load(KRYO_SLOT, STREAM_SLOT);
        code.visitVarInsn(ILOAD, classNumber);
        code.call(GRAPH, "readHead", "(" + INPUT + "I)Z");
        code.visitJumpInsn(IFEQ, end);
        code.load(KRYO_SLOT);
        code.call(GRAPH, "begin", "()I");
        code.visitVarInsn(ISTORE, number);
        code.load(0, KRYO_SLOT, STREAM_SLOT);
        code.visitInsn(ACONST_NULL);
        code.call(codecName, "read", CodecClass.READ);
        code.visitVarInsn(ASTORE, ELEMENT_SLOT);
        code.load(KRYO_SLOT);
        code.visitVarInsn(ILOAD, number);
        code.load(ELEMENT_SLOT);
        code.call(GRAPH, "end", "(I" + OBJECT + ")V");
        code.load(target, ELEMENT_SLOT);
        code.callInterface("java/util/Collection", "add", "(" + OBJECT + ")Z");
        code.visitInsn(POP);
        code.visitIincInsn(count, -1);
        code.visitVarInsn(ILOAD, count);
        code.visitJumpInsn(IFGT, loop);
        end(code, end, count);
    }

    private Code begin(String name, String descriptor) {
        return new Code(writer, ACC_PUBLIC | ACC_FINAL, name, descriptor);
    }

    private static void end(Code code, Label label, int resultSlot) {
        code.jumpTarget(label);
        code.visitVarInsn(ILOAD, resultSlot);
        code.visitInsn(IRETURN);
        code.end(STACK, ELEMENT_SLOT + 1);
    }
}
