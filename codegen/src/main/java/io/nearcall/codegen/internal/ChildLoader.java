// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.ClientCall;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.ServerCall;
import io.nearcall.codegen.Skeleton;
import io.nearcall.codegen.Stub;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A child of two loaders, the interface's and ours, neither of which needs to know the other's classes. */
final class ChildLoader extends ClassLoader implements ClassHome {

    static {
        registerAsParallelCapable();
    }

    /** What generated code names of ours: to it these names mean our classes, whatever the interface's loader finds. */
    static final Map<String, Class<?>> OURS = Stream.of(
                    Stub.class,
                    Skeleton.class,
                    RemoteTarget.class,
                    ClientCall.class,
                    ServerCall.class,
                    Failures.class,
                    Kryo.class,
                    Input.class,
                    Output.class)
            .collect(Collectors.toUnmodifiableMap(Class::getName, Function.identity()));

    ChildLoader(ClassLoader interfaceLoader) {
        super(interfaceLoader);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> ours = OURS.get(name);
        return ours != null ? ours : super.loadClass(name, resolve);
    }

    @Override
    public Class<?> define(String name, byte[] classFile) {
        return defineClass(name, classFile, 0, classFile.length, null);
    }

    @Override
    public String nameFor(Class<?> type, String suffix) {
        // Only the boot loader may define classes in packages called java.
        return (type.getName().startsWith("java.") ? "nearcall." : "") + type.getName() + suffix;
    }
}
