// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.AsyncCall;
import io.nearcall.codegen.ClientCall;
import io.nearcall.codegen.Failures;
import io.nearcall.codegen.OneWayCall;
import io.nearcall.codegen.PlainArrays;
import io.nearcall.codegen.ReferenceCodec;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.Repeat;
import io.nearcall.codegen.ServerCall;
import io.nearcall.codegen.ServerReply;
import io.nearcall.codegen.Skeleton;
import io.nearcall.codegen.Stub;
import io.nearcall.codegen.SyncCall;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** A child of two loaders, the interface's and ours. Neither of them needs to know the other's classes. */
final class ChildLoader extends ClassLoader implements ClassHome {

    static {
        registerAsParallelCapable();
    }

    /** Our classes that generated code names. This loader finds these, whatever the interface's loader finds. */
    static final Map<String, Class<?>> OURS = byName(
            Stub.class,
            Skeleton.class,
            RemoteTarget.class,
            ClientCall.class,
            SyncCall.class,
            AsyncCall.class,
            OneWayCall.class,
            ServerCall.class,
            ServerReply.class,
            ReferenceCodec.class,
            Repeat.class,
            Failures.class,
            PlainArrays.class,
            Kryo.class,
            Input.class,
            Output.class);

    /** Only held: it lives as long as the classes of this loader. */
    @SuppressWarnings("unused")
    private final Object companion;

    /**
     * @param mentioned the classes that classes defined here may name
     * @param companion lives as long as a class defined here
     */
    ChildLoader(ClassLoader interfaceLoader, Collection<Class<?>> mentioned, Object companion) {
        super(interfaceLoader);
        this.companion = companion;
        ChildLoader.class.getModule().addExports(Stub.class.getPackageName(), getUnnamedModule());
        for (Class<?> each : mentioned) {
            Class<?> element = WireForm.elementType(each);
            if (!element.isPrimitive() && !Reach.isExported(element)) {
                element.getModule().addOpens(element.getPackageName(), getUnnamedModule());
            }
        }
    }

    private static Map<String, Class<?>> byName(Class<?>... classes) {
        Map<String, Class<?>> byName = new HashMap<>();
        for (Class<?> each : classes) {
            byName.put(each.getName(), each);
        }
        return byName;
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
}
