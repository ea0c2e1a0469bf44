// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteMethod.Kind;
import io.nearcall.codegen.ServerCall;
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
     * where "taken" stands for call.taken() after the last argument has been read onto the operand stack and before the
     * method is invoked. One small method each, so that the compiler inlines the ones that are called and only those.
     */

    private static final String SKELETON = Type.getInternalName(Skeleton.class);
    private static final String CALL = Type.getInternalName(ServerCall.class);
    private static final String FAILURES = Type.getInternalName(Failures.class);
    private static final String ONE_METHOD = "(Ljava/lang/Object;L" + CALL + ";)V";
    private static final int TARGET_SLOT = 0;
    private static final int CALL_SLOT = 1;
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
        writer.visit(
                V17, ACC_PUBLIC | ACC_FINAL | ACC_SUPER, this.name, null, "java/lang/Object", new String[] {SKELETON});
        writer.visitSource("generated", null);
    }

    /** The class file of a skeleton of {@code type}, to be called {@code name}. */
    static byte[] write(Class<?> type, List<RemoteMethod> methods, String name) {
        SkeletonClass skeleton = new SkeletonClass(type, name);
        skeleton.writeConstructor();
        skeleton.writeDispatch(methods);
        for (RemoteMethod method : methods) {
            skeleton.writeMethod(method);
        }
        skeleton.writer.visitEnd();
        return skeleton.writer.toByteArray();
    }

    private void writeConstructor() {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        code.visitCode();
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        code.visitInsn(RETURN);
        code.visitMaxs(1, 1);
        code.visitEnd();
    }

    private void writeDispatch(List<RemoteMethod> methods) {
        MethodVisitor code = writer.visitMethod(
                ACC_PUBLIC | ACC_FINAL, "dispatch", "(ILjava/lang/Object;L" + CALL + ";)V", null, null);
        code.visitCode();
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
                code.visitVarInsn(ALOAD, 2);
                code.visitVarInsn(ALOAD, 3);
                code.visitMethodInsn(INVOKESTATIC, name, nameOf(method), ONE_METHOD, false);
                code.visitInsn(RETURN);
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
        code.visitMaxs(2, 4);
        code.visitEnd();
    }

    private void writeMethod(RemoteMethod method) {
        Class<?>[] parameters = method.method().getParameterTypes();
        Class<?> result = method.method().getReturnType();
        MethodVisitor code = writer.visitMethod(ACC_PRIVATE | ACC_STATIC, nameOf(method), ONE_METHOD, null, null);
        code.visitCode();
        FrameCode frame = new FrameCode(code, ServerCall.class, CALL_SLOT);
        if (parameters.length > 0) {
            onCall(code, "input", "()Lcom/esotericsoftware/kryo/kryo5/io/Input;");
            code.visitVarInsn(ASTORE, STREAM_SLOT);
        }
        code.visitVarInsn(ALOAD, TARGET_SLOT);
        code.visitTypeInsn(CHECKCAST, typeName);
        for (Class<?> parameter : parameters) {
            frame.read(parameter, STREAM_SLOT);
        }
        onCall(code, "taken", "()V");
        code.visitMethodInsn(INVOKEINTERFACE, typeName, method.name(), method.descriptor(), true);
        writeReply(code, frame, method.kind(), result);
        code.visitInsn(RETURN);
        int argumentSlots = Type.getArgumentsAndReturnSizes(method.descriptor()) >> 2;
        code.visitMaxs(argumentSlots + FrameCode.MAX_STACK, RESULT_SLOT + 2);
        code.visitEnd();
    }

    private static void writeReply(MethodVisitor code, FrameCode frame, Kind kind, Class<?> result) {
        if (kind == Kind.ONE_WAY) {
            onCall(code, "noReply", "()V");
        } else if (kind == Kind.ASYNC) {
            code.visitVarInsn(ALOAD, CALL_SLOT);
            code.visitInsn(SWAP);
            String descriptor = "(Ljava/util/concurrent/CompletionStage;)V";
            code.visitMethodInsn(INVOKEVIRTUAL, CALL, "replyLater", descriptor, false);
        } else {
            if (result != void.class) {
                code.visitVarInsn(Type.getType(result).getOpcode(ISTORE), RESULT_SLOT);
            }
            onCall(code, "reply", "()Lcom/esotericsoftware/kryo/kryo5/io/Output;");
            if (result == void.class) {
                code.visitInsn(POP);
            } else {
                code.visitVarInsn(ASTORE, STREAM_SLOT);
                frame.write(result, STREAM_SLOT, RESULT_SLOT);
            }
        }
    }

    /** Unique among overloads, and telling in a stack trace. */
    private static String nameOf(RemoteMethod method) {
        return method.name() + "$" + method.index();
    }

    private static void onCall(MethodVisitor code, String name, String descriptor) {
        code.visitVarInsn(ALOAD, CALL_SLOT);
        code.visitMethodInsn(INVOKEVIRTUAL, CALL, name, descriptor, false);
    }
}
