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
 * Generates the stubs and skeletons of remote interfaces, and the codecs of the values that they pass, beside their
 * class files. At run time they are found there, and none is generated. Also writes their metadata for GraalVM's {@code
 * native-image}. Meant for builds that do not use {@link NearcallPlugin}. The class path must have the classes that the
 * interfaces name.
 */
public final class GenerateStubs {

    private static final String CLASS_FILE = ".class";

    private GenerateStubs() {}

    /**
     * Generates the classes. The arguments are the directory of the compiled classes and the names of interfaces. The
     * default is all interfaces in the directory that are annotated with {@code RemoteService} or {@code RemoteObject},
     * or extend {@code java.rmi.Remote}. Exits with 1 if an interface cannot be called remotely.
     */
    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            System.err.println(
                    "Usage: java -cp CLASS_PATH io.nearcall.build.GenerateStubs CLASSES_DIRECTORY [INTERFACE...]");
            System.exit(2);
        }
        try {
            Path directory = Path.of(args[0]);
            ClassLoader ours = GenerateStubs.class.getClassLoader();
            List<String> atRunTime = generate(directory, List.of(args).subList(1, args.length), ours, directory);
            if (!atRunTime.isEmpty()) {
                System.out.println("Codecs that are generated at run time: " + String.join(", ", atRunTime));
            }
        } catch (IllegalArgumentException | ClassNotFoundException e) { // such as an invalid interface
            System.err.println("Nearcall's stubs are not generated: " + e.getMessage());
            System.exit(1);
        }
    }

    /**
     * Generates what {@link #main} does.
     *
     * @param classes the directory of the compiled classes
     * @param names of interfaces; without any, those that {@link #main} takes
     * @param others finds the classes that the interfaces name and the directory lacks
     * @param output the directory for the files; may be that of the compiled classes
     * @return the names of the values whose codecs are generated at run time only
     * @throws IllegalArgumentException if an interface cannot be called remotely
     * @throws ClassNotFoundException if there is no interface of that name
     */
    public static List<String> generate(Path classes, List<String> names, ClassLoader others, Path output)
            throws IOException, ClassNotFoundException {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, others)) {
            List<Class<?>> types = names.isEmpty() ? found(classes, loader) : named(names, loader);
            BuiltFiles files = BuiltFiles.of(types, name -> classFile(name, classes));
            for (Map.Entry<String, byte[]> each : files.classFiles().entrySet()) {
                write(each.getValue(), fileOf(each.getKey(), output));
            }
            for (Map.Entry<String, String> each : files.resources().entrySet()) {
                write(each.getValue().getBytes(StandardCharsets.UTF_8), output.resolve(each.getKey()));
            }
            return List.copyOf(files.missing());
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

    /** Returns null if the directory does not have the class, because it belongs to another module. */
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
