// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cells;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the module {@code ipc-native/ffm} has built, if it was built before this one. */
public final class ForeignFunctions {

    private static final Path TARGET =
            Path.of("../ipc-native/ffm/target").toAbsolutePath().normalize();
    private static final Path CLASSES = TARGET.resolve("classes");
    private static final Path WITHOUT_LIBRARY = TARGET.resolve("ipc-without-library");

    private ForeignFunctions() {}

    public static boolean areBuilt() {
        return Files.isDirectory(CLASSES) && Files.isDirectory(WITHOUT_LIBRARY);
    }

    /** The class path {@code from}, with the classes of ipc-native but not its library. */
    public static String classPath(String from) {
        Stream<String> others = Stream.of(from.split(File.pathSeparator))
                .filter(entry -> !entry.contains("ipc-native/target/") && !entry.contains("nearcall-ipc-native-"));
        return Stream.concat(Stream.of(CLASSES.toString(), WITHOUT_LIBRARY.toString()), others)
                .collect(Collectors.joining(File.pathSeparator));
    }
}
