// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.internal.connection.Interfaces;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.build.BuildLogger;
import net.bytebuddy.build.Plugin;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.field.FieldList;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;

/**
 * Generates the stubs and skeletons of remote interfaces, and the codecs of the values that they pass, beside their
 * class files. Byte Buddy's plugin for Maven runs it when the interfaces are compiled. At run time the classes are
 * found there, and none is generated. Without arguments, it generates for the interfaces that are annotated with {@link
 * RemoteService} or {@link RemoteObject}, or extend {@code java.rmi.Remote}. The codecs of values of other modules are
 * generated at run time; the build lists these values.
 */
public final class NearcallPlugin implements Plugin.WithPreprocessor {

    private final List<String> interfaces;
    private final BuildLogger log;
    private final File classes;
    private final Set<String> compiled = new HashSet<>();
    private final Set<String> remote = new HashSet<>();
    private final Set<String> ofLibraries = new TreeSet<>();
    private ValueCodecs codecs;
    private CompiledClasses loader;

    /** Generates for all interfaces that are marked as remote. */
    public NearcallPlugin(BuildLogger log) {
        this(log, "");
    }

    /**
     * Generates for all interfaces that are marked as remote, and for further ones.
     *
     * @param interfaces the further interfaces, by their binary names, separated by commas
     */
    public NearcallPlugin(BuildLogger log, String interfaces) {
        this(log, interfaces, null);
    }

    /** As {@link #NearcallPlugin(BuildLogger, String, File)}, for all interfaces that are marked as remote. */
    public NearcallPlugin(BuildLogger log, File classes) {
        this(log, "", classes);
    }

    /**
     * Generates for all interfaces that are marked as remote, and for further ones. Also writes the metadata of the
     * generated classes for GraalVM's {@code native-image}.
     *
     * @param interfaces the further interfaces, by their binary names, separated by commas. For an interface of a
     *     library, the classes are written to {@code classes}, in the package of the interface
     * @param classes the directory of the compiled classes; null to write nothing for {@code native-image}
     */
    public NearcallPlugin(BuildLogger log, String interfaces, File classes) {
        this.log = log;
        this.interfaces =
                interfaces.isBlank() ? List.of() : List.of(interfaces.strip().split("\\s*,\\s*"));
        this.classes = classes;
    }

    /** Called for all classes of the build, before the first is changed. */
    @Override
    public void onPreprocess(TypeDescription type, ClassFileLocator locator) {
        if (loader == null) {
            loader = new CompiledClasses(locator);
        }
        compiled.add(type.getName());
        if (isRemote(type)) {
            remote.add(type.getName());
        }
    }

    private boolean isRemote(TypeDescription type) {
        return type.isInterface()
                && !type.isAnnotation()
                && (type.getDeclaredAnnotations().isAnnotationPresent(RemoteService.class)
                        || type.getDeclaredAnnotations().isAnnotationPresent(RemoteObject.class)
                        || interfaces.contains(type.getName())
                        || ElementMatchers.hasSuperType(ElementMatchers.named("java.rmi.Remote"))
                                .matches(type));
    }

    @Override
    public boolean matches(TypeDescription type) {
        return remote.contains(type.getName()) || codecs().hosts().contains(type.getName());
    }

    private synchronized ValueCodecs codecs() {
        if (codecs == null) {
            codecs = new ValueCodecs(compiled::contains);
            interfaces.stream().filter(name -> !compiled.contains(name)).forEach(ofLibraries::add);
            remote.forEach(name -> codecs.addOf(load(name)));
            ofLibraries.forEach(name -> codecs.addOf(load(name)));
            if (!codecs.missing().isEmpty()) {
                log.info("Codecs that are generated at run time: " + String.join(", ", codecs.missing()));
            }
        }
        return codecs;
    }

    private Class<?> load(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(
                    name + " is not found among the classes of the build, nor among those that it is compiled against",
                    e);
        }
    }

    @Override
    public DynamicType.Builder<?> apply(
            DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator locator) {
        String name = type.getName();
        Map<String, byte[]> generated = new LinkedHashMap<>(codecs().of(name));
        if (remote.contains(name)) {
            Map<String, byte[]> classFiles = Interfaces.classFiles(load(name));
            generated.putAll(classFiles);
            writeMetadata(name, classFiles.keySet());
        }
        DynamicType.Builder<?> result =
                codecs().of(name).isEmpty() ? builder : builder.visit(new NamingCodecs(codecs()));
        for (Map.Entry<String, byte[]> each : generated.entrySet()) {
            TypeDescription latent = new TypeDescription.Latent(
                    each.getKey(),
                    Visibility.PUBLIC.getMask(),
                    TypeDescription.ForLoadedType.of(Object.class).asGenericType(),
                    List.of());
            result = result.require(latent, each.getValue());
        }
        return result;
    }

    private void writeMetadata(String name, Set<String> generated) {
        if (classes != null) {
            String text = ImageMetadata.text(load(name), generated, codecs());
            write(ImageMetadata.path(load(name)), text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void write(String path, byte[] content) {
        try {
            Path file = classes.toPath().resolve(path);
            Files.createDirectories(file.getParent());
            Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the classes of interfaces that the build has not compiled: {@link #apply} is not called for these. */
    @Override
    public void close() {
        if (loader != null) {
            codecs(); // finds the interfaces of libraries
        }
        for (String name : ofLibraries) {
            if (classes == null) {
                throw new IllegalStateException(
                        name + " is not compiled by this build: its classes need a directory to be written to");
            }
            Map<String, byte[]> generated = Interfaces.classFiles(load(name));
            generated.forEach((each, classFile) -> write(each.replace('.', '/') + ".class", classFile));
            writeMetadata(name, generated.keySet());
        }
    }

    /** @see ValueCodecs#naming */
    private static final class NamingCodecs extends AsmVisitorWrapper.AbstractBase {

        private final ValueCodecs codecs;

        NamingCodecs(ValueCodecs codecs) {
            this.codecs = codecs;
        }

        @Override
        public ClassVisitor wrap(
                TypeDescription type,
                ClassVisitor next,
                Implementation.Context context,
                TypePool pool,
                FieldList<FieldDescription.InDefinedShape> fields,
                MethodList<?> methods,
                int writerFlags,
                int readerFlags) {
            return codecs.naming(type.getName(), next);
        }
    }

    /** Loads the compiled classes and their dependencies. Nearcall's classes come from the loader of this class. */
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
