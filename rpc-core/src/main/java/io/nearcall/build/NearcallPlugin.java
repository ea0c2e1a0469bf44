// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.internal.connection.Interfaces;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import net.bytebuddy.build.Plugin;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Generates the stubs and skeletons of remote interfaces when they are compiled, beside them, by Byte Buddy's plugin for Maven. At
 * run time they are found there, and none is generated. Without arguments it does so for interfaces that are annotated with
 * {@link RemoteService} or {@link RemoteObject}, or extend {@code java.rmi.Remote}.
 */
public final class NearcallPlugin implements Plugin {

    private final List<String> interfaces;

    /** Of all interfaces that say themselves that they are remote. */
    public NearcallPlugin() {
        this("");
    }

    /** @param interfaces further ones, by their binary names with commas between */
    public NearcallPlugin(String interfaces) {
        this.interfaces = List.of(interfaces.split("\\s*,\\s*"));
    }

    @Override
    public boolean matches(TypeDescription type) {
        return type.isInterface()
                && !type.isAnnotation()
                && (type.getDeclaredAnnotations().isAnnotationPresent(RemoteService.class)
                        || type.getDeclaredAnnotations().isAnnotationPresent(RemoteObject.class)
                        || interfaces.contains(type.getName())
                        || ElementMatchers.hasSuperType(ElementMatchers.named("java.rmi.Remote"))
                                .matches(type));
    }

    @Override
    public DynamicType.Builder<?> apply(
            DynamicType.Builder<?> builder, TypeDescription description, ClassFileLocator locator) {
        Class<?> type;
        try {
            type = Class.forName(description.getName(), false, new CompiledClasses(locator));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(description.getName() + " has just been compiled, and is not found", e);
        }
        DynamicType.Builder<?> result = builder;
        for (Map.Entry<String, byte[]> each : Interfaces.classFiles(type).entrySet()) {
            TypeDescription generated = new TypeDescription.Latent(
                    each.getKey(),
                    Visibility.PUBLIC.getMask(),
                    TypeDescription.ForLoadedType.of(Object.class).asGenericType(),
                    List.of());
            result = result.require(generated, each.getValue());
        }
        return result;
    }

    @Override
    public void close() {}

    /** What is compiled, and what it was compiled against; Nearcall's classes are those of this class. */
    private static final class CompiledClasses extends ClassLoader {

        private final ClassFileLocator locator;

        CompiledClasses(ClassFileLocator locator) {
            super(NearcallPlugin.class.getClassLoader());
            this.locator = locator;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try {
                ClassFileLocator.Resolution found = locator.locate(name);
                if (!found.isResolved()) {
                    throw new ClassNotFoundException(name);
                }
                byte[] classFile = found.resolve();
                return defineClass(name, classFile, 0, classFile.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
