// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles versions of classes that the other side has in another version. */
public final class Sources {

    /** The system property that names a compiler for where the JDK at hand has none. */
    public static final String JAVAC = "test.javac";

    private Sources() {}

    /** A jar of all that lies in a directory of sources. */
    public static Path jar(Path directory, Path sources) throws IOException {
        compileBelow(directory, sources);
        Path jar = directory.resolveSibling(directory.getFileName() + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> found = Files.walk(directory)) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(directory.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        return jar;
    }

    /** Classes from sources by name, in a loader of their own; everything else comes from this class's. */
    public static URLClassLoader compile(Path directory, Map<String, String> sources) throws IOException {
        return compile(directory, sources, "");
    }

    /** As above, against further classes. */
    public static URLClassLoader compile(Path directory, Map<String, String> sources, String classPath)
            throws IOException {
        Files.createDirectories(directory);
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = directory.resolve(source.getKey() + ".java");
            Files.writeString(file, source.getValue());
            files.add(file);
        }
        compile(directory, files, "-cp", OtherJvm.classPath() + File.pathSeparator + classPath);
        return new URLClassLoader(new URL[] {directory.toUri().toURL()}, Sources.class.getClassLoader());
    }

    /** Compiles all that lies in a directory of sources. */
    public static void compileBelow(Path directory, Path sources) throws IOException {
        compile(directory, filesBelow(sources), "-cp", OtherJvm.classPath());
    }

    /** Compiles a module from all that lies in a directory of sources. */
    public static void compileModule(Path directory, Path sources, String modulePath) throws IOException {
        compile(directory, filesBelow(sources), "--module-path", modulePath);
    }

    private static List<Path> filesBelow(Path sources) throws IOException {
        try (Stream<Path> found = Files.walk(sources)) {
            return found.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static void compile(Path directory, List<Path> files, String... options) throws IOException {
        Files.createDirectories(directory);
        List<String> arguments = new ArrayList<>(List.of("-nowarn", "-d", directory.toString()));
        arguments.addAll(List.of(options));
        files.forEach(file -> arguments.add(file.toString()));
        JavaCompiler own = ToolProvider.getSystemJavaCompiler();
        int status = own != null ? own.run(null, null, null, arguments.toArray(String[]::new)) : runJavac(arguments);
        if (status != 0) {
            throw new IllegalStateException("javac says " + status);
        }
    }

    private static int runJavac(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(System.getProperty(JAVAC), "--release", "17"));
        command.addAll(arguments);
        try {
            return new ProcessBuilder(command).inheritIO().start().waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
