// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.loader.tools.Library;
import org.springframework.boot.loader.tools.LibraryScope;
import org.springframework.boot.loader.tools.Repackager;

/** The code of the page "From Spring's RmiServiceExporter": both applications, each from its fat jar. */
@Timeout(120)
class FromSpringRmiIT {

    private static final Path PAGE = Path.of("../../../docs/guide/from-spring-rmi.md");
    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    private static final Pattern BLOCK =
            Pattern.compile("```java\npackage ([\\w.]+);(.*?\\b(?:class|interface) (\\w+).*?)```", Pattern.DOTALL);

    private final List<Process> processes = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void endProcesses() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void shouldRunTheApplicationsOfThePage() throws Exception {
        Path classes = compiled();
        Process client = start(fatJar(classes, "client"), "example.client.Client");
        Process server = start(fatJar(classes, "server"), "example.server.Server");
        assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(directory.resolve("example.client.Client.out")))
                .contains("1 account of Ann");
        assertThat(client.exitValue()).isZero();
        server.destroy();
        assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
        try (Stream<Path> left = Files.list(directory.resolve("meet"))) {
            assertThat(left.filter(file -> file.toString().endsWith(".sock"))).isEmpty();
        }
    }

    private Path compiled() throws IOException {
        Path classes = directory.resolve("classes");
        List<String> arguments =
                new ArrayList<>(List.of("-cp", CLASS_PATH, "-d", classes.toString(), "-proc:none", "-parameters"));
        Matcher block = BLOCK.matcher(Files.readString(PAGE));
        while (block.find()) {
            Path file = directory.resolve("sources/" + block.group(1)).resolve(block.group(3) + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, "package " + block.group(1) + ";" + block.group(2));
            arguments.add(file.toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0])))
                .isZero();
        return classes;
    }

    /** What they share, and one of the two, with the libraries that the sample's jars have. */
    private Path fatJar(Path classes, String application) throws IOException {
        Path plain = directory.resolve(application + "-plain.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(plain));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = classes.relativize(file).toString();
                if (name.matches("example/(" + application + "/)?\\w+\\.class")) {
                    jar.putNextEntry(new JarEntry(name));
                    Files.copy(file, jar);
                    jar.closeEntry();
                }
            }
        }
        Set<String> libraries = librariesOfTheSample();
        Path fat = directory.resolve(application + ".jar");
        new Repackager(plain.toFile()).repackage(fat.toFile(), callback -> {
            for (String entry : CLASS_PATH.split(File.pathSeparator)) {
                if (libraries.contains(Path.of(entry).getFileName().toString())) {
                    callback.library(new Library(new File(entry), LibraryScope.COMPILE));
                }
            }
        });
        return fat;
    }

    private static Set<String> librariesOfTheSample() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"));
                JarFile jar = new JarFile(files.filter(file -> file.toString().endsWith("-bank.jar"))
                        .findFirst()
                        .orElseThrow()
                        .toFile())) {
            return jar.stream()
                    .filter(entry -> entry.getName().startsWith("BOOT-INF/lib/"))
                    .map(entry -> Path.of(entry.getName()).getFileName().toString())
                    .collect(Collectors.toSet());
        }
    }

    private Process start(Path jar, String name) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dio.nearcall.dir=" + directory.resolve("meet"),
                        "-jar",
                        jar.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".out").toFile())
                .start();
        processes.add(process);
        return process;
    }
}
