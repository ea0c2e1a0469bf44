// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cells;

import io.nearcall.build.GenerateStubs;
import io.nearcall.internal.connection.Interfaces;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tests' classes, with the stubs, skeletons and codecs that a build adds. */
final class BuiltClasses {

    private static final String CLASS_FILE = ".class";

    private BuiltClasses() {}

    /** The class path {@code from}, with {@code built} in the place of {@code tests}, and without Byte Buddy. */
    static String classPath(String from, Path tests, Path built) {
        return Stream.of(from.split(File.pathSeparator))
                .map(entry -> Path.of(entry).equals(tests) ? built.toString() : entry)
                .filter(entry -> !entry.contains("byte-buddy-"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Copies {@code tests} to {@code built}, and adds the classes that a build generates. */
    static void generate(Path tests, Path built) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(built.toString()));
        for (Path file : copy(tests, built)) {
            String path = tests.relativize(file).toString();
            if (path.endsWith(CLASS_FILE) && !path.endsWith("-info.class")) {
                String name =
                        path.substring(0, path.length() - CLASS_FILE.length()).replace('/', '.');
                Class<?> type = Class.forName(name, false, BuiltClasses.class.getClassLoader());
                if (type.isInterface() && !type.isAnnotation() && canBeRemote(type)) {
                    arguments.add(name);
                }
            }
        }
        GenerateStubs.main(arguments.toArray(String[]::new));
    }

    private static List<Path> copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            List<Path> files = all.filter(Files::isRegularFile).toList();
            for (Path file : files) {
                Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
            return files;
        }
    }

    /** Tests have interfaces that cannot be called remotely, too, and some that can without saying so. */
    private static boolean canBeRemote(Class<?> type) {
        try {
            Interfaces.classFiles(type);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
