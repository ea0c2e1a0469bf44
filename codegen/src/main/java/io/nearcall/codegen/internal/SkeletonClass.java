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
    private static final String OBJECT = Code.OBJECT;

    /** The descriptor of dispatch without its first parameter, the method's index. The halves have theirs below. */
    private static final String WHOLE = "L" + OBJECT + ";L" + CALL + ";)V";

    private static final String ARGUMENTS = "$arguments";
    private static final String INVOKE = "$invoke";
    private static final String FIRST_HALF = "L" + CALL + ";)[L" + OBJECT + ";";
    private static final String SECOND_HALF = "L" + OBJECT + ";[L" + OBJECT + ";L" + REPLY + ";)V";

    private static final int TARGET_SLOT = 0;
    private static final int STREAM_SLOT = 2;

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
        Code.writeConstructor(writer, OBJECT, "()V");
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
        Code.writeConstant(skeleton.writer, "fingerprint", fingerprint);
        skeleton.writer.visitEnd();
        return skeleton.writer.toByteArray();
    }

    /** Writes the public method of that name, which switches to the private one of its kind for each remote method. */
    private void writeSwitch(String publicName, String suffix, String rest, List<RemoteMethod> methods) {
        Code code = new Code(writer, ACC_PUBLIC | ACC_FINAL, publicName, "(I" + rest);
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
                code.jumpTarget(cases[method.index()]);
                for (int slot = 2; slot <= lastSlot; slot++) {
                    code.load(slot);
                }
                code.callStatic(name, nameOf(method) + suffix, "(" + rest);
                code.visitInsn(result);
            }
            code.jumpTarget(unknown);
        }
        code.visitVarInsn(ILOAD, 1);
        code.visitLdcInsn(type.getName());
        String descriptor = "(ILjava/lang/String;)Ljava/lang/IllegalArgumentException;";
        code.callStatic(FAILURES, "unknownMethod", descriptor);
        code.visitInsn(ATHROW);
        code.end(Math.max(2, lastSlot - 1), lastSlot + 1);
    }

    private void writeWhole(RemoteMethod method) {
        Class<?>[] parameters = method.method().getParameterTypes();
        FrameCode code = begin(nameOf(method), "(" + WHOLE, ServerCall.class, 1);
        writeInput(code, parameters);
        pushTarget(code);
        for (int i = 0; i < parameters.length; i++) {
            code.read(parameters[i], WireForm.ofParameter(method, i), STREAM_SLOT);
        }
        code.loadCall();
        code.onCall("taken", "()V");
        writeInvocation(code, method, STREAM_SLOT);
    }

    private void writeFirstHalf(RemoteMethod method) {
        Class<?>[] parameters = method.method().getParameterTypes();
        FrameCode code = begin(nameOf(method) + ARGUMENTS, "(" + FIRST_HALF, ServerCall.class, 0);
        writeInput(code, parameters);
        code.push(parameters.length);
        code.visitTypeInsn(ANEWARRAY, OBJECT);
        for (int i = 0; i < parameters.length; i++) {
            code.visitInsn(DUP);
            code.push(i);
            code.read(parameters[i], WireForm.ofParameter(method, i), STREAM_SLOT);
            code.box(parameters[i]);
            code.visitInsn(AASTORE);
        }
        code.visitInsn(ARETURN);
        code.end(3 + FrameCode.MAX_STACK, STREAM_SLOT + 1);
    }

    private void writeSecondHalf(RemoteMethod method) {
        int argumentsSlot = 1;
        int callSlot = 2;
        Class<?>[] parameters = method.method().getParameterTypes();
        FrameCode code = begin(nameOf(method) + INVOKE, "(" + SECOND_HALF, ServerReply.class, callSlot);
        pushTarget(code);
        for (int i = 0; i < parameters.length; i++) {
            code.load(argumentsSlot);
            code.push(i);
            code.visitInsn(AALOAD);
            code.unbox(parameters[i]);
        }
        writeInvocation(code, method, callSlot + 1);
    }

    private FrameCode begin(String methodName, String descriptor, Class<?> callType, int callSlot) {
        return new FrameCode(writer, ACC_PRIVATE | ACC_STATIC, methodName, descriptor, callType, callSlot);
    }

    private static void writeInput(FrameCode code, Class<?>[] parameters) {
        if (parameters.length > 0) {
            code.loadCall();
            code.onCall("input", "()L" + Code.INPUT + ";");
            code.visitVarInsn(ASTORE, STREAM_SLOT);
        }
    }

    private void pushTarget(Code code) {
        code.load(TARGET_SLOT);
        code.visitTypeInsn(CHECKCAST, typeName);
    }

    /** Ends the method. The target and all arguments are on the operand stack. */
    private void writeInvocation(FrameCode code, RemoteMethod method, int streamSlot) {
        code.callInterface(typeName, method.name(), method.descriptor());
        writeReply(code, method, streamSlot);
        code.visitInsn(RETURN);
        int argumentSlots = Type.getArgumentsAndReturnSizes(method.descriptor()) >> 2;
        code.end(argumentSlots + FrameCode.MAX_STACK, streamSlot + 3);
    }

    private static void writeReply(FrameCode code, RemoteMethod method, int streamSlot) {
        Class<?> result = method.method().getReturnType();
        int resultSlot = streamSlot + 1;
        if (method.kind() == Kind.ONE_WAY) {
            code.loadCall();
            code.onCall("noReply", "()V");
        } else if (method.kind() == Kind.ASYNC) {
            code.loadCall();
            code.visitInsn(SWAP);
            code.onCall("replyLater", "(Ljava/util/concurrent/CompletionStage;)V");
        } else {
            if (result != void.class) {
                code.visitVarInsn(Type.getType(result).getOpcode(ISTORE), resultSlot);
            }
            code.loadCall();
            code.onCall("reply", "()L" + Code.OUTPUT + ";");
            if (result == void.class) {
                code.visitInsn(POP);
            } else {
                code.visitVarInsn(ASTORE, streamSlot);
                code.write(result, WireForm.ofResult(method), streamSlot, resultSlot);
            }
        }
    }

    /** Unique among overloads, and readable in a stack trace. */
    private static String nameOf(RemoteMethod method) {
        return method.name() + "$" + method.index();
    }
}
