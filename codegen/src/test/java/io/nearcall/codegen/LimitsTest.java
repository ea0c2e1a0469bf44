// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.stream.IntStream;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** What the class file format allows, and no person writes. */
class LimitsTest {

    /** An interface with methods that all have the same descriptor. */
    private static Class<?> interfaceOf(int methods, String descriptor) {
        ClassWriter writer = new ClassWriter(0);
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT;
        writer.visit(Opcodes.V17, access | Opcodes.ACC_INTERFACE, "shop/Wide", null, "java/lang/Object", null);
        for (int i = 0; i < methods; i++) {
            writer.visitMethod(access, "sum" + i, descriptor, null, null).visitEnd();
        }
        byte[] classFile = writer.toByteArray();
        return new ClassLoader(LimitsTest.class.getClassLoader()) {
            Class<?> define() {
                return defineClass("shop.Wide", classFile, 0, classFile.length);
            }
        }.define();
    }

    /** Calls a method of the interface through a loop-back; the object adds up its arguments. */
    private static <T> Object call(Class<T> type, String method, Number argument) throws Exception {
        Object object =
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, called, values) -> {
                    long sum = Arrays.stream(values)
                            .mapToLong(v -> ((Number) v).longValue())
                            .sum();
                    return called.getReturnType() == int.class ? (Object) (int) sum : (Object) sum;
                });
        T stub = Loopback.connect(type, type.cast(object));
        Method called = Arrays.stream(type.getMethods())
                .filter(m -> m.getName().equals(method))
                .findAny()
                .orElseThrow();
        Object[] arguments = IntStream.range(0, called.getParameterCount())
                .mapToObj(i -> argument)
                .toArray();
        return called.invoke(stub, arguments);
    }

    @Test
    void shouldServeAsManyParametersAsAMethodCanHave() throws Exception {
        assertThat(call(interfaceOf(1, "(" + "I".repeat(254) + ")I"), "sum0", 2))
                .isEqualTo(508);
        assertThat(call(interfaceOf(1, "(" + "J".repeat(127) + ")J"), "sum0", 3L))
                .isEqualTo(381L);
    }

    @Test
    void shouldServeThousandsOfMethods() throws Exception {
        Class<?> type = interfaceOf(4096, "(I)I");

        RemoteInterface<?> remote = RemoteInterface.of(type, TestRules.INSTANCE);
        Object farEnd = remote.stub(new Loopback(
                (HandWritten) (method, object, call) -> {
                    int number = Integer.parseInt(remote.method(method).name().substring("sum".length()));
                    int argument = call.input().readInt();
                    call.taken();
                    call.reply().writeInt(10 * number + argument);
                },
                null));
        Object stub = remote.stub(new Loopback(remote.skeleton(), farEnd));

        assertThat(type.getMethod("sum0", int.class).invoke(stub, 5)).isEqualTo(5);
        assertThat(type.getMethod("sum4095", int.class).invoke(stub, 6)).isEqualTo(40956);
    }

    @Test
    void shouldRefuseMoreMethodsThanItCanDispatch() {
        Class<?> type = interfaceOf(4097, "(I)I");

        assertThatThrownBy(() -> RemoteInterface.of(type, TestRules.INSTANCE))
                .isInstanceOf(InvalidRemoteInterface.class)
                .hasMessageContaining("4097 methods, limit=4096");
    }
}
