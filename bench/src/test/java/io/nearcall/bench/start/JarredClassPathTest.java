// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarredClassPathTest {

    @TempDir
    Path directory;

    @Test
    void shouldMakeAJarOfADirectoryAndLeaveJarsAsTheyAre() throws Exception {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        Files.writeString(Files.createDirectory(classes.resolve("shop")).resolve("Order.class"), "an order");
        Path library = Files.createFile(directory.resolve("library.jar"));

        String jars = JarredClassPath.of(library + File.pathSeparator + classes, directory);

        List<String> entries = List.of(jars.split(File.pathSeparator));
        assertThat(entries).hasSize(2).first().isEqualTo(library.toString());
        try (JarFile jar = new JarFile(entries.get(1))) {
            assertThat(jar.stream()).extracting(Object::toString).containsExactly("shop/Order.class");
            assertThat(jar.getInputStream(jar.getEntry("shop/Order.class"))).hasContent("an order");
        }
    }
}
