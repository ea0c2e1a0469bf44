// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/** Compiles versions of classes that the other side has in another version. */
public final class Sources {

    private Sources() {}

    /** Classes from sources by name, in a loader of their own; everything else comes from this class's. */
    public static URLClassLoader compile(Path directory, Map<String, String> sources) throws IOException {
        Files.createDirectories(directory);
        List<String> arguments = new ArrayList<>(List.of(
                "-d",
                directory.toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = directory.resolve(source.getKey() + ".java");
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        if (status != 0) {
            throw new IllegalStateException("javac says " + status);
        }
        return new URLClassLoader(new URL[] {directory.toUri().toURL()}, Sources.class.getClassLoader());
    }
}
