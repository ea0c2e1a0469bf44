// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import io.nearcall.internal.codec.ReachableClasses;
import io.nearcall.internal.codec.RemoteTypes;
import io.nearcall.internal.connection.Interfaces;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Holds what a build generates for remote interfaces: the class files of their stubs, skeletons and codecs, and the
 * metadata for GraalVM's {@code native-image}. Meant for builds that write files themselves. {@link GenerateStubs} and
 * {@link NearcallPlugin} write the same files.
 */
public final class BuiltFiles {

    private final Map<String, byte[]> classFiles;
    private final Map<String, String> resources;
    private final Collection<String> missing;

    private BuiltFiles(Map<String, byte[]> classFiles, Map<String, String> resources, Collection<String> missing) {
        this.classFiles = classFiles;
        this.resources = resources;
        this.missing = missing;
    }

    /**
     * Generates the files of remote interfaces. Initialises none of their classes.
     *
     * @param interfaces the remote interfaces, whose class loaders find all classes that they name
     * @param changeable returns the class file of a class, by its binary name, if the build may replace it; null
     *     otherwise. A codec is a nest mate of its class, so the class file has to name the codec
     * @throws IllegalArgumentException if an interface cannot be called remotely
     */
    public static BuiltFiles of(Collection<Class<?>> interfaces, Function<String, byte[]> changeable) {
        ValueCodecs codecs = new ValueCodecs(name -> changeable.apply(name) != null);
        Map<String, byte[]> classFiles = new LinkedHashMap<>();
        Map<Class<?>, Set<String>> generated = new LinkedHashMap<>();
        for (Class<?> type : interfaces) {
            SortedMap<String, byte[]> stubs = new TreeMap<>(Interfaces.classFiles(type));
            classFiles.putAll(stubs);
            generated.put(type, stubs.keySet());
            codecs.addOf(type);
        }
        Map<String, String> resources = new LinkedHashMap<>();
        generated.forEach(
                (type, names) -> resources.put(ImageMetadata.path(type), ImageMetadata.text(type, names, codecs)));
        for (String host : codecs.hosts()) {
            classFiles.putAll(codecs.of(host));
            classFiles.put(host, inNest(codecs, host, changeable.apply(host)));
        }
        return new BuiltFiles(classFiles, resources, codecs.missing());
    }

    /**
     * Adds the remote interfaces that {@code interfaces} reach through arguments, results and values.
     *
     * @return {@code interfaces} and the remote interfaces that they reach
     */
    public static Set<Class<?>> withReached(Collection<Class<?>> interfaces) {
        Set<Class<?>> all = new LinkedHashSet<>(interfaces);
        for (Class<?> type : interfaces) {
            ReachableClasses.ofInterface(type).classes().values().stream()
                    .filter(each -> each.isInterface() && RemoteTypes.isRemote(each))
                    .forEach(all::add);
        }
        return all;
    }

    private static byte[] inNest(ValueCodecs codecs, String host, byte[] classFile) {
        ClassReader reader = OpenedClassReader.of(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(codecs.naming(host, writer), 0);
        return writer.toByteArray();
    }

    /**
     * Returns class files by the binary name of their class: the generated classes, and the classes that now name their
     * codecs.
     */
    public Map<String, byte[]> classFiles() {
        return Collections.unmodifiableMap(classFiles);
    }

    /** Returns further files by their paths on the class path. */
    public Map<String, String> resources() {
        return Collections.unmodifiableMap(resources);
    }

    /**
     * Returns the classes whose codecs are generated at run time, because {@code changeable} has no class file of them.
     */
    public Collection<String> missing() {
        return Collections.unmodifiableCollection(missing);
    }
}
