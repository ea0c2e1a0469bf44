// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import io.nearcall.internal.codec.RemoteTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
            List<Class<?>> types = names.isEmpty() ? found(directory, loader) : named(names, loader);
            BuiltFiles files = BuiltFiles.of(types, name -> classFile(name, directory));
            for (Map.Entry<String, byte[]> each : files.classFiles().entrySet()) {
                write(each.getValue(), fileOf(each.getKey(), directory));
            }
            for (Map.Entry<String, String> each : files.resources().entrySet()) {
                write(each.getValue().getBytes(StandardCharsets.UTF_8), directory.resolve(each.getKey()));
            }
            if (!files.missing().isEmpty()) {
                System.out.println("Codecs that are generated at run time: " + String.join(", ", files.missing()));
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

    /** Null if the directory has none: it is of another module. */
    private static byte[] classFile(String name, Path directory) {
        try {
            Path file = fileOf(name, directory);
            return Files.exists(file) ? Files.readAllBytes(file) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(byte[] content, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, content);
    }
}
