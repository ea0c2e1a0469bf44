// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Java code of the README and of the guide: it compiles, and the project of the README runs. */
@Timeout(60)
class SnippetsIT {

    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    private static final Pattern PACKAGE = Pattern.compile("\\Apackage ([\\w.]+);");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|record|enum) (\\w+)");

    @TempDir
    Path directory;

    @Test
    void shouldCompileEverySnippet() throws IOException {
        List<String> faults = new ArrayList<>();
        int snippets = 0;
        for (Page page : Page.forUsers()) {
            List<String> blocks = page.blocks("java").stream()
                    .filter(block -> !PACKAGE.matcher(block).find())
                    .toList();
            for (String block : blocks) {
                String name = "Snippet" + snippets++;
                Path file = directory.resolve(name + ".java");
                Files.writeString(file, wrapped(name, block));
                String messages = compile(List.of(file));
                if (!messages.isEmpty()) {
                    faults.add(page + ":\n" + block + messages);
                }
            }
        }
        assertThat(faults).isEmpty();
        assertThat(snippets).isPositive();
    }

    @Test
    void shouldRunTheProjectOfTheReadme() throws Exception {
        List<Path> files = new ArrayList<>();
        for (String block : Page.of("README.md").blocks("java")) {
            Matcher declared = PACKAGE.matcher(block);
            Matcher type = TYPE.matcher(block);
            if (declared.find() && type.find()) {
                assertThat(declared.group(1)).isEqualTo("shop");
                files.add(Files.writeString(directory.resolve(type.group(1) + ".java"), block));
            }
        }
        assertThat(compile(files)).isEmpty();

        Process server = start("shop.Server");
        try {
            Process client = start("shop.Client", "world");
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
                assertThat(out.readLine()).isEqualTo("Hello, world");
            }
            assertThat(client.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(client.exitValue()).isZero();
        } finally {
            server.destroy(); // as Ctrl-C does
            assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
        try (Stream<Path> left = Files.list(directory.resolve("meet"))) {
            assertThat(left.filter(file -> file.toString().endsWith(".sock"))).isEmpty();
        }
    }

    private Process start(String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dio.nearcall.dir=" + directory.resolve("meet"),
                "-cp",
                directory + File.pathSeparator + CLASS_PATH,
                main));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** @return the messages of the compiler */
    private String compile(List<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean compiles = compiler.getTask(
                            messages,
                            manager,
                            null,
                            List.of("-cp", CLASS_PATH, "-d", directory.toString(), "-proc:none"),
                            null,
                            manager.getJavaFileObjectsFromPaths(files))
                    .call();
            return compiles ? "" : messages.toString();
        }
    }

    /** A class around a snippet: its types become members, its statements a method. */
    private static String wrapped(String name, String snippet) {
        StringBuilder types = new StringBuilder();
        StringBuilder statements = new StringBuilder();
        StringBuilder part = statements;
        int depth = 0;
        for (String line : snippet.split("\n")) {
            if (depth == 0) {
                part = line.startsWith("@") || line.startsWith("public ") ? types : statements;
            }
            part.append(line).append('\n');
            depth += count(line, '{') - count(line, '}');
        }
        return """
                import io.micrometer.core.instrument.Tags;
                import io.nearcall.*;
                import io.nearcall.grpc.*;
                import io.nearcall.micrometer.*;
                import io.nearcall.opentelemetry.*;
                import io.nearcall.spi.*;
                import java.nio.file.Path;
                import java.time.Duration;
                import java.util.*;
                import java.util.concurrent.*;
                import java.util.function.*;
                import java.util.stream.*;

                abstract class %s extends io.nearcall.samples.documents.ShopOfTheSnippets {
                %s
                    void statements() throws Exception {
                %s
                    }
                }
                """.formatted(name, types, statements);
    }

    private static int count(String line, char wanted) {
        return (int) line.chars().filter(each -> each == wanted).count();
    }
}
