// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import io.nearcall.internal.codec.RemoteTypes;
import io.nearcall.internal.connection.Interfaces;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Generates the stubs and skeletons of remote interfaces, and the codecs of the values that they pass, beside their class files. At
 * run time they are found there, and none is generated. Also writes what GraalVM's {@code native-image} has to know of them. For
 * builds that do not use {@link NearcallPlugin}. The class path has to have what the interfaces name.
 */
public final class GenerateStubs {

    private static final String CLASS_FILE = ".class";

    private GenerateStubs() {}

    /**
     * Arguments: the directory of the compiled classes, and the names of interfaces. Without names these are all interfaces in the
     * directory that are annotated with {@code RemoteService} or {@code RemoteObject}, or extend {@code java.rmi.Remote}. Exits
     * with 1 if an interface cannot be called remotely.
     */
    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            System.err.println(
                    "Usage: java -cp CLASS_PATH io.nearcall.build.GenerateStubs CLASSES_DIRECTORY [INTERFACE...]");
            System.exit(2);
        }
        Path directory = Path.of(args[0]);
        List<String> names = List.of(args).subList(1, args.length);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, GenerateStubs.class.getClassLoader())) {
            ValueCodecs codecs = new ValueCodecs(name -> Files.exists(fileOf(name, directory)));
            Map<Class<?>, Map<String, byte[]>> generated = new LinkedHashMap<>();
            for (Class<?> type : names.isEmpty() ? found(directory, loader) : named(names, loader)) {
                generated.put(type, Interfaces.classFiles(type));
                write(generated.get(type), directory);
                codecs.addOf(type);
            }
            for (Map.Entry<Class<?>, Map<String, byte[]>> each : generated.entrySet()) {
                ImageMetadata.write(each.getKey(), each.getValue().keySet(), codecs, directory);
            }
            for (String host : codecs.hosts()) {
                write(codecs.of(host), directory);
                addToNest(codecs, host, fileOf(host, directory));
            }
            if (!codecs.missing().isEmpty()) {
                System.out.println("Codecs that are generated at run time: " + String.join(", ", codecs.missing()));
            }
        } catch (IllegalArgumentException | ClassNotFoundException e) { // an interface that will not do, among others
            System.err.println("Nearcall's stubs are not generated: " + e.getMessage());
            System.exit(1);
        }
    }

    private static List<Class<?>> named(List<String> names, ClassLoader loader) throws ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        for (String name : names) {
            types.add(Class.forName(name, false, loader));
        }
        return types;
    }

    private static List<Class<?>> found(Path directory, ClassLoader loader) throws IOException, ClassNotFoundException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.filter(file -> file.toString().endsWith(CLASS_FILE))
                    .sorted()
                    .toList();
        }
        List<Class<?>> types = new ArrayList<>();
        for (Path file : files) {
            String path = directory.relativize(file).toString();
            String name = path.substring(0, path.length() - CLASS_FILE.length()).replace('/', '.');
            if (!name.endsWith("-info") && RemoteTypes.isRemote(Class.forName(name, false, loader))) {
                types.add(Class.forName(name, false, loader));
            }
        }
        return types;
    }

    private static Path fileOf(String name, Path directory) {
        return directory.resolve(name.replace('.', '/') + CLASS_FILE);
    }

    private static void write(Map<String, byte[]> classFiles, Path directory) throws IOException {
        for (Map.Entry<String, byte[]> each : classFiles.entrySet()) {
            Path file = fileOf(each.getKey(), directory);
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
    }

    private static void addToNest(ValueCodecs codecs, String host, Path file) throws IOException {
        ClassReader reader = OpenedClassReader.of(Files.readAllBytes(file));
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(codecs.naming(host, writer), 0);
        Files.write(file, writer.toByteArray());
    }
}
