// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.Failures;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteMethod.Kind;
import io.nearcall.codegen.ServerCall;
import io.nearcall.codegen.ServerReply;
import io.nearcall.codegen.Skeleton;
import java.util.List;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Writes the class of a skeleton: {@code final class Orders$Skeleton implements Skeleton}. */
final class SkeletonClass implements Opcodes {

    /*
     *     public void dispatch(int method, Object target, ServerCall call) {
     *         switch (method) {
     *             case 0: place$0(target, call); return; ...
     *             default: throw Failures.unknownMethod(method, "shop.Orders");
     *         }
     *     }
     *
     *     private static void place$0(Object target, ServerCall call) {
     *         Input input = call.input();
     *         int result = ((Orders) target).place(input.readInt(), ..., taken);
     *         call.reply().writeInt(result);      // or: call.replyLater(result); or: call.noReply();
     *     }
     *
     * where "taken" stands for call.taken(), after the last argument has been read onto the operand stack and before
     * the method is invoked. Each remote method has a small method of its own, so the compiler inlines only those that
     * are called.
     *
     * If another thread runs the method, arguments() and invoke() dispatch the same in two halves:
     *
     *     private static Object[] place$0$arguments(ServerCall call) {
     *         Input input = call.input();
     *         return new Object[] {input.readInt(), ...};
     *     }
     *
     *     private static void place$0$invoke(Object target, Object[] arguments, ServerReply call) {
     *         int result = ((Orders) target).place((Integer) arguments[0], ...);
     *         call.reply().writeInt(result);
     *     }
     */

    private static final String SKELETON = Type.getInternalName(Skeleton.class);
    private static final String CALL = Type.getInternalName(ServerCall.class);
    private static final String REPLY = Type.getInternalName(ServerReply.class);
    private static final String FAILURES = Type.getInternalName(Failures.class);
    private static final String OBJECT = "java/lang/Object";

    /** The descriptor of dispatch without its first parameter, the method's index. The halves have theirs below. */
    private static final String WHOLE = "L" + OBJECT + ";L" + CALL + ";)V";

    private static final String ARGUMENTS = "$arguments";
    private static final String INVOKE = "$invoke";
    private static final String FIRST_HALF = "L" + CALL + ";)[L" + OBJECT + ";";
    private static final String SECOND_HALF = "L" + OBJECT + ";[L" + OBJECT + ";L" + REPLY + ";)V";

    private static final int TARGET_SLOT = 0;
    private static final int STREAM_SLOT = 2;
    private static final int RESULT_SLOT = 3;

    private final ClassWriter writer = new ClassWriter(0);
    private final Class<?> type;
    private final String typeName;
    private final String name;

    private SkeletonClass(Class<?> type, String name) {
        this.type = type;
        this.typeName = Type.getInternalName(type);
        this.name = name.replace('.', '/');
        writer.visit(V17, ACC_PUBLIC | ACC_FINAL | ACC_SUPER, this.name, null, OBJECT, new String[] {SKELETON});
        writer.visitSource("generated", null);
        FrameCode.writeConstructor(writer, OBJECT, "()V");
    }

    /** The class file of a skeleton of {@code type}, to be called {@code name}. */
    static byte[] write(Class<?> type, List<RemoteMethod> methods, long fingerprint, String name) {
        SkeletonClass skeleton = new SkeletonClass(type, name);
        skeleton.writeSwitch("dispatch", "", WHOLE, methods);
        skeleton.writeSwitch("arguments", ARGUMENTS, FIRST_HALF, methods);
        skeleton.writeSwitch("invoke", INVOKE, SECOND_HALF, methods);
        for (RemoteMethod method : methods) {
            skeleton.writeWhole(method);
            skeleton.writeFirstHalf(method);
            skeleton.writeSecondHalf(method);
        }
        FrameCode.writeConstant(skeleton.writer, "fingerprint", fingerprint);
        skeleton.writer.visitEnd();
        return skeleton.writer.toByteArray();
    }

    /** Writes the public method of that name, which switches to the private one of its kind for each remote method. */
    private void writeSwitch(String publicName, String suffix, String rest, List<RemoteMethod> methods) {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_FINAL, publicName, "(I" + rest, null, null);
        code.visitCode();
        int lastSlot = Type.getArgumentTypes("(I" + rest).length;
        int result = rest.endsWith("V") ? RETURN : ARETURN;
        Label unknown = new Label();
        if (!methods.isEmpty()) {
            Label[] cases = new Label[methods.size()];
            for (int i = 0; i < cases.length; i++) {
                cases[i] = new Label();
            }
            code.visitVarInsn(ILOAD, 1);
            code.visitTableSwitchInsn(0, cases.length - 1, unknown, cases);
            for (RemoteMethod method : methods) {
                code.visitLabel(cases[method.index()]);
                code.visitFrame(F_SAME, 0, null, 0, null);
                for (int slot = 2; slot <= lastSlot; slot++) {
                    code.visitVarInsn(ALOAD, slot);
                }
                code.visitMethodInsn(INVOKESTATIC, name, nameOf(method) + suffix, "(" + rest, false);
                code.visitInsn(result);
            }
            code.visitLabel(unknown);
            code.visitFrame(F_SAME, 0, null, 0, null);
        }
        code.visitVarInsn(ILOAD, 1);
        code.visitLdcInsn(type.getName());
        code.visitMethodInsn(
                INVOKESTATIC,
                FAILURES,
                "unknownMethod",
                "(ILjava/lang/String;)Ljava/lang/IllegalArgumentException;",
                false);
        code.visitInsn(ATHROW);
        code.visitMaxs(Math.max(2, lastSlot - 1), lastSlot + 1);
        code.visitEnd();
    }

    private void writeWhole(RemoteMethod method) {
        int callSlot = 1;
        Class<?>[] parameters = method.method().getParameterTypes();
        MethodVisitor code = writer.visitMethod(ACC_PRIVATE | ACC_STATIC, nameOf(method), "(" + WHOLE, null, null);
        code.visitCode();
        FrameCode frame = new FrameCode(code, ServerCall.class, callSlot);
        writeInput(code, callSlot, parameters);
        pushTarget(code);
        for (int i = 0; i < parameters.length; i++) {
            frame.read(parameters[i], WireForm.ofParameter(method, i), STREAM_SLOT);
        }
        onCall(code, CALL, callSlot, "taken", "()V");
        writeInvocation(code, frame, method, CALL, callSlot);
        int argumentSlots = Type.getArgumentsAndReturnSizes(method.descriptor()) >> 2;
        code.visitMaxs(argumentSlots + FrameCode.MAX_STACK, RESULT_SLOT + 2);
        code.visitEnd();
    }

    private void writeFirstHalf(RemoteMethod method) {
        int callSlot = 0;
        Class<?>[] parameters = method.method().getParameterTypes();
        MethodVisitor code =
                writer.visitMethod(ACC_PRIVATE | ACC_STATIC, nameOf(method) + ARGUMENTS, "(" + FIRST_HALF, null, null);
        code.visitCode();
        FrameCode frame = new FrameCode(code, ServerCall.class, callSlot);
        writeInput(code, callSlot, parameters);
        FrameCode.push(code, parameters.length);
        code.visitTypeInsn(ANEWARRAY, OBJECT);
        for (int i = 0; i < parameters.length; i++) {
            code.visitInsn(DUP);
            FrameCode.push(code, i);
            frame.read(parameters[i], WireForm.ofParameter(method, i), STREAM_SLOT);
            FrameCode.box(code, parameters[i]);
            code.visitInsn(AASTORE);
        }
        code.visitInsn(ARETURN);
        code.visitMaxs(3 + FrameCode.MAX_STACK, STREAM_SLOT + 1);
        code.visitEnd();
    }

    private void writeSecondHalf(RemoteMethod method) {
        int argumentsSlot = 1;
        int callSlot = 2;
        Class<?>[] parameters = method.method().getParameterTypes();
        MethodVisitor code =
                writer.visitMethod(ACC_PRIVATE | ACC_STATIC, nameOf(method) + INVOKE, "(" + SECOND_HALF, null, null);
        code.visitCode();
        FrameCode frame = new FrameCode(code, ServerReply.class, callSlot);
        pushTarget(code);
        for (int i = 0; i < parameters.length; i++) {
            code.visitVarInsn(ALOAD, argumentsSlot);
            FrameCode.push(code, i);
            code.visitInsn(AALOAD);
            FrameCode.unbox(code, parameters[i]);
        }
        writeInvocation(code, frame, method, REPLY, callSlot);
        int argumentSlots = Type.getArgumentsAndReturnSizes(method.descriptor()) >> 2;
        code.visitMaxs(argumentSlots + FrameCode.MAX_STACK, RESULT_SLOT + 3);
        code.visitEnd();
    }

    private static void writeInput(MethodVisitor code, int callSlot, Class<?>[] parameters) {
        if (parameters.length > 0) {
            onCall(code, CALL, callSlot, "input", "()Lcom/esotericsoftware/kryo/kryo5/io/Input;");
            code.visitVarInsn(ASTORE, STREAM_SLOT);
        }
    }

    private void pushTarget(MethodVisitor code) {
        code.visitVarInsn(ALOAD, TARGET_SLOT);
        code.visitTypeInsn(CHECKCAST, typeName);
    }

    /** The target and all arguments are on the operand stack. */
    private void writeInvocation(MethodVisitor code, FrameCode frame, RemoteMethod method, String call, int callSlot) {
        code.visitMethodInsn(INVOKEINTERFACE, typeName, method.name(), method.descriptor(), true);
        writeReply(code, frame, method, call, callSlot);
        code.visitInsn(RETURN);
    }

    private static void writeReply(
            MethodVisitor code, FrameCode frame, RemoteMethod method, String call, int callSlot) {
        Class<?> result = method.method().getReturnType();
        int streamSlot = callSlot + 1;
        int resultSlot = callSlot + 2;
        if (method.kind() == Kind.ONE_WAY) {
            onCall(code, call, callSlot, "noReply", "()V");
        } else if (method.kind() == Kind.ASYNC) {
            code.visitVarInsn(ALOAD, callSlot);
            code.visitInsn(SWAP);
            String descriptor = "(Ljava/util/concurrent/CompletionStage;)V";
            code.visitMethodInsn(INVOKEVIRTUAL, call, "replyLater", descriptor, false);
        } else {
            if (result != void.class) {
                code.visitVarInsn(Type.getType(result).getOpcode(ISTORE), resultSlot);
            }
            onCall(code, call, callSlot, "reply", "()Lcom/esotericsoftware/kryo/kryo5/io/Output;");
            if (result == void.class) {
                code.visitInsn(POP);
            } else {
                code.visitVarInsn(ASTORE, streamSlot);
                frame.write(result, WireForm.ofResult(method), streamSlot, resultSlot);
            }
        }
    }

    /** Unique among overloads, and readable in a stack trace. */
    private static String nameOf(RemoteMethod method) {
        return method.name() + "$" + method.index();
    }

    private static void onCall(MethodVisitor code, String call, int callSlot, String name, String descriptor) {
        code.visitVarInsn(ALOAD, callSlot);
        code.visitMethodInsn(INVOKEVIRTUAL, call, name, descriptor, false);
    }
}
