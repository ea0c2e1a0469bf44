// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.build.GenerateStubs;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * Packages with classes that a build has generated, as Spring's scanner reads them. It uses the class file API of the JDK from the
 * JDK 24 on.
 */
@Timeout(60)
class ScannedClassesTest {

    private static final Map<String, String> SOURCES = Map.of(
            "Stall",
            "@io.nearcall.RemoteService public interface Stall { Fruit sell(Fruit.Kind kind); }",
            "Fruit",
            "public class Fruit { private Kind kind; public static class Kind { private String name; } }",
            "Scales",
            "@org.springframework.stereotype.Component public class Scales {}",
            "Market",
            "@org.springframework.context.annotation.ComponentScan public class Market {}",
            "Customers",
            "@io.nearcall.spring.ImportNearcallClients public class Customers {}");

    @TempDir
    private Path directory;

    private Path classes;

    @BeforeEach
    void build() throws Exception {
        classes = directory.resolve("classes");
        compile();
        GenerateStubs.main(new String[] {classes.toString()});
        assertThat(classes.resolve("stall"))
                .isDirectoryContaining("glob:**/Fruit$NearcallCodec.class")
                .isDirectoryContaining("glob:**/Fruit$Kind$NearcallCodec.class")
                .isDirectoryContaining("glob:**/Stall$NearcallStub.class");
    }

    private void compile() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "-d",
                classes.toString(),
                "-proc:none"));
        for (Map.Entry<String, String> source : SOURCES.entrySet()) {
            Path file = directory.resolve(source.getKey() + ".java");
            Files.writeString(file, "package stall; " + source.getValue());
            arguments.add(file.toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0])))
                .isZero();
    }

    @Test
    void shouldBeReadByAScanForComponents() throws Exception {
        try (URLClassLoader loader = loader();
                AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.setClassLoader(loader);
            context.register(loader.loadClass("stall.Market"));
            context.refresh();
            assertThat(context.containsBean("scales")).isTrue();
        }
    }

    @Test
    void shouldBeReadByAScanForClients() throws Exception {
        try (URLClassLoader loader = loader()) {
            Contexts.in(directory)
                    .withClassLoader(loader)
                    .withUserConfiguration(loader.loadClass("stall.Customers"))
                    .run(context ->
                            assertThat(context.containsBean("stall.Stall")).isTrue());
        }
    }

    private URLClassLoader loader() throws IOException {
        return new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
    }
}
