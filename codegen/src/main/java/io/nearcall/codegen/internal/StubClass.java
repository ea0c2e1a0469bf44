// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import io.nearcall.codegen.AsyncCall;
import io.nearcall.codegen.ClientCall;
import io.nearcall.codegen.FacetedStub;
import io.nearcall.codegen.Failures;
import io.nearcall.codegen.OneWayCall;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.RemoteMethod.Kind;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.Repeat;
import io.nearcall.codegen.Stub;
import io.nearcall.codegen.SyncCall;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Writes the class of a stub: {@code final class Orders$Stub extends Stub implements Orders}. */
final class StubClass implements Opcodes {

    /*
     * Every method is a straight line with one handler:
     *
     *     SyncCall call = target.begin(INDEX);   // or: AsyncCall call = target.beginAsync(INDEX); or: OneWayCall ...
     *     try {
     *         Output output = call.output();      // if there are arguments
     *         output.writeInt(quantity); ...
     *         Input input = call.invoke();        // or: return call.invokeAsync(); or: call.post(); return;
     *         int result = input.readInt();
     *         call.end();
     *         return result;
     *     } catch (Throwable t) {
     *         throw call.fail(t);                 // or: return Failures.future(call.fail(t));
     *     }
     *
     * If failures are translated, the handler throws target.translate(call.fail(t), INDEX) instead. What begin throws
     * is translated, too.
     *
     * If a call may be repeated, the handler goes back to the arguments. This costs a call that succeeds nothing:
     *
     *     Repeat repeat = null;
     *     ...
     *     } catch (Throwable t) {
     *         repeat = call.again(t, repeat);
     *         call = repeat.call;                 // and back to the try
     *     }
     *
     * The class is written with the ASM inside Byte Buddy instead of Byte Buddy's own builder. On the way to a client's
     * first result, the first class takes 10 ms with ASM, and 140 to 210 ms with the builder. Stack map frames are
     * spelt out, so no class has to be loaded to find common super-types.
     */

    private static final String STUB = Type.getInternalName(Stub.class);
    private static final String TARGET = Type.getInternalName(RemoteTarget.class);
    private static final String REPEAT = Type.getInternalName(Repeat.class);
    private static final String FAILURES = Type.getInternalName(Failures.class);
    private static final String THROWABLE = "java/lang/Throwable";
    private static final String CONSTRUCTOR = "(L" + TARGET + ";)V";

    private final ClassWriter writer = new ClassWriter(0);
    private final String name;

    private StubClass(String name, String[] interfaces) {
        this.name = name.replace('.', '/');
        writer.visit(V17, ACC_PUBLIC | ACC_FINAL | ACC_SUPER, this.name, null, STUB, interfaces);
        writer.visitSource("generated", null);
        Code.writeConstructor(writer, STUB, CONSTRUCTOR);
    }

    /** The class file of a stub of {@code type}, to be called {@code name}. */
    static byte[] write(Class<?> type, List<RemoteMethod> methods, long fingerprint, String name) {
        StubClass stub = new StubClass(name, new String[] {Type.getInternalName(type)});
        for (RemoteMethod method : methods) {
            stub.writeMethod(method, method.index());
        }
        Code.writeConstant(stub.writer, "$fingerprint", fingerprint);
        return stub.end();
    }

    /** As above, for several interfaces. If two of them declare the same method, calls of it go to the first one. */
    static byte[] write(List<RemoteInterface<?>> facets, String name) {
        StubClass stub = new StubClass(
                name,
                facets.stream().map(facet -> Type.getInternalName(facet.type())).toArray(String[]::new));
        Set<String> written = new HashSet<>();
        for (int i = 0; i < facets.size(); i++) {
            for (RemoteMethod method : facets.get(i).methods()) {
                if (written.add(method.name() + method.descriptor())) {
                    stub.writeMethod(method, FacetedStub.number(i, method.index()));
                }
            }
        }
        return stub.end();
    }

    private byte[] end() {
        writer.visitEnd();
        return writer.toByteArray();
    }

    private void writeMethod(RemoteMethod method, int number) {
        Class<?>[] parameters = method.method().getParameterTypes();
        int repeatSlot = Type.getArgumentsAndReturnSizes(method.descriptor()) >> 2;
        boolean repeatable = method.isRepeatable();
        int callSlot = repeatable ? repeatSlot + 1 : repeatSlot;
        int streamSlot = callSlot + 1;
        int resultSlot = callSlot + 2;
        boolean async = method.kind() == Kind.ASYNC;
        boolean translated = method.isFailureTranslated();
        FrameCode code = new FrameCode(
                writer, ACC_PUBLIC | ACC_FINAL, method.name(), method.descriptor(), callType(method), callSlot);

        Label start = new Label();
        Label begun = new Label();
        Label done = new Label();
        Label notBegun = new Label();
        Label failed = new Label();
        if (async || translated) {
            code.visitTryCatchBlock(start, begun, notBegun, THROWABLE);
        }
        code.visitTryCatchBlock(begun, done, failed, THROWABLE);
        Label notRepeated = new Label();
        Label repeated = new Label();
        if (repeatable && translated) {
            code.visitTryCatchBlock(notRepeated, repeated, notBegun, THROWABLE);
        }

        code.visitLabel(start);
        if (repeatable) {
            code.visitInsn(ACONST_NULL);
            code.visitVarInsn(ASTORE, repeatSlot);
        }
        writeBegin(code, method, number);
        code.visitVarInsn(ASTORE, callSlot);
        code.visitLabel(begun);
        if (repeatable) {
            writeFrame(code, locals(parameters, REPEAT, call(method))); // the handler goes back to this point
        }
        writeArguments(code, method, streamSlot);
        code.loadCall();
        switch (method.kind()) {
            case SYNC -> writeInvoke(code, method, streamSlot, resultSlot);
            case ASYNC -> {
                code.onCall("invokeAsync", "()Ljava/util/concurrent/CompletableFuture;");
                code.visitInsn(ARETURN);
            }
            case ONE_WAY -> {
                code.onCall("post", "()V");
                code.visitInsn(RETURN);
            }
        }
        code.visitLabel(done);

        if (async || translated) {
            code.visitLabel(notBegun);
            writeFrame(code, locals(parameters), THROWABLE);
            writeFailure(code, method, number);
        }
        code.visitLabel(failed);
        writeFrame(
                code,
                repeatable ? locals(parameters, REPEAT, call(method)) : locals(parameters, call(method)),
                THROWABLE);
        code.loadCall();
        code.visitInsn(SWAP);
        if (repeatable) {
            code.visitLabel(notRepeated);
            writeAgain(code, method, repeatSlot, callSlot);
            code.visitLabel(repeated);
            code.visitJumpInsn(GOTO, begun);
        } else {
            code.onCall("fail", "(L" + THROWABLE + ";)L" + THROWABLE + ";");
            writeFailure(code, method, number);
        }
        code.end(FrameCode.MAX_STACK, resultSlot + 2);
    }

    private void writeBegin(Code code, RemoteMethod method, int number) {
        String begin = switch (method.kind()) {
            case SYNC -> "begin";
            case ASYNC -> "beginAsync";
            case ONE_WAY -> "beginOneWay";
        };
        pushTarget(code);
        code.push(number);
        code.callInterface(TARGET, begin, "(I)L" + call(method) + ";");
    }

    private static void pushTarget(Code code) {
        code.load(0);
        code.visitFieldInsn(GETFIELD, STUB, "target", "L" + TARGET + ";");
    }

    private static void writeArguments(FrameCode code, RemoteMethod method, int outputSlot) {
        Class<?>[] parameters = method.method().getParameterTypes();
        if (parameters.length == 0) {
            return;
        }
        code.loadCall();
        code.onCall("output", "()L" + Code.OUTPUT + ";");
        code.visitVarInsn(ASTORE, outputSlot);
        int slot = 1;
        for (int i = 0; i < parameters.length; i++) {
            code.write(parameters[i], WireForm.ofParameter(method, i), outputSlot, slot);
            slot += Type.getType(parameters[i]).getSize();
        }
    }

    private static void writeInvoke(FrameCode code, RemoteMethod method, int inputSlot, int resultSlot) {
        Class<?> result = method.method().getReturnType();
        code.onCall("invoke", "()L" + Code.INPUT + ";");
        Type type = Type.getType(result);
        if (result == void.class) {
            code.visitInsn(POP);
        } else {
            code.visitVarInsn(ASTORE, inputSlot);
            code.read(result, WireForm.ofResult(method), inputSlot);
            code.visitVarInsn(type.getOpcode(ISTORE), resultSlot);
        }
        code.loadCall();
        code.onCall("end", "()V");
        if (result != void.class) {
            code.visitVarInsn(type.getOpcode(ILOAD), resultSlot);
        }
        code.visitInsn(type.getOpcode(IRETURN));
    }

    /** The call and the throwable are on the stack. */
    private static void writeAgain(FrameCode code, RemoteMethod method, int repeatSlot, int callSlot) {
        code.load(repeatSlot);
        code.onCall("again", "(L" + THROWABLE + ";L" + REPEAT + ";)L" + REPEAT + ";");
        code.visitInsn(DUP);
        code.visitVarInsn(ASTORE, repeatSlot);
        code.visitFieldInsn(GETFIELD, REPEAT, "call", "L" + call(method) + ";");
        code.visitVarInsn(ASTORE, callSlot);
    }

    /** The types of this, of the arguments, and of the values stored since. */
    private Object[] locals(Class<?>[] parameters, Object... stored) {
        Object[] locals = new Object[1 + parameters.length + stored.length];
        locals[0] = name;
        for (int i = 0; i < parameters.length; i++) {
            locals[i + 1] = FrameCode.frameType(parameters[i]);
        }
        System.arraycopy(stored, 0, locals, 1 + parameters.length, stored.length);
        return locals;
    }

    private static void writeFrame(Code code, Object[] locals, Object... stack) {
        code.visitFrame(F_FULL, locals.length, locals, stack.length, stack);
    }

    /** Ends the method with the throwable on the stack. */
    private void writeFailure(Code code, RemoteMethod method, int number) {
        if (method.kind() == Kind.ASYNC) {
            String descriptor = "(L" + THROWABLE + ";)Ljava/util/concurrent/CompletableFuture;";
            code.callStatic(FAILURES, "future", descriptor);
            code.visitInsn(ARETURN);
            return;
        }
        if (method.isFailureTranslated()) {
            pushTarget(code);
            code.visitInsn(SWAP);
            code.push(number);
            code.callInterface(TARGET, "translate", "(L" + THROWABLE + ";I)L" + THROWABLE + ";");
        }
        code.visitInsn(ATHROW);
    }

    private static String call(RemoteMethod method) {
        return Type.getInternalName(callType(method));
    }

    private static Class<? extends ClientCall> callType(RemoteMethod method) {
        return switch (method.kind()) {
            case SYNC -> SyncCall.class;
            case ASYNC -> AsyncCall.class;
            case ONE_WAY -> OneWayCall.class;
        };
    }
}
