// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.build.NearcallPlugin;
import io.nearcall.spring.kiosk.Corner;
import io.nearcall.spring.kiosk.Kiosk;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import net.bytebuddy.build.BuildLogger;
import net.bytebuddy.build.Plugin;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.context.aot.AbstractAotProcessor;

/** An application that was built with Spring's ahead-of-time processing, as {@code process-aot} of its plugin does it. */
@Timeout(120)
class AotIT {

    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    private static final String PACKAGE = Kiosk.class.getPackageName().replace('.', '/');
    private static final String METADATA = "META-INF/native-image/io.nearcall.stubs";
    private static final String LOADED = "loaded.log";
    private static final String[] BUILT = {
        PACKAGE + "/Kiosk$NearcallSkeleton.class",
        PACKAGE + "/Kiosk$NearcallStub.class",
        PACKAGE + "/Paper$NearcallCodec.class",
        PACKAGE + "/Paper$Price$NearcallCodec.class",
        PACKAGE + "/Subscription$NearcallSkeleton.class",
        PACKAGE + "/Subscription$NearcallStub.class"
    };

    @TempDir
    private Path directory;

    @Test
    void shouldWriteWhatTheBuildPluginWrites() throws IOException {
        Path plain = directory.resolve("plain");
        Path enhanced = Files.createDirectories(directory.resolve("enhanced"));
        copyKiosk(plain);
        new Plugin.Engine.Default()
                .with(ClassFileLocator.ForClassLoader.of(getClass().getClassLoader()))
                .apply(
                        plain.toFile(),
                        enhanced.toFile(),
                        new Plugin.Factory.Simple(new NearcallPlugin(BuildLogger.NoOp.INSTANCE, enhanced.toFile())));

        processAot();

        assertThat(files(directory.resolve("aot/classes"), "$Nearcall"))
                .isEqualTo(files(enhanced, "$Nearcall"))
                .containsOnlyKeys(BUILT);
        assertThat(files(directory.resolve("aot/resources"), METADATA))
                .isEqualTo(files(enhanced, METADATA))
                .containsOnlyKeys(metadataOf("Kiosk"), metadataOf("Subscription"));
    }

    @Test
    void shouldTellOfTheMethodsOfServices() throws IOException {
        processAot();

        assertThat(directory.resolve("aot/resources/META-INF/native-image/shop/corner/reachability-metadata.json"))
                .content()
                .containsPattern("\"type\": \""
                        + Corner.CornerKiosk.class.getName().replace("$", "\\$") + "\",\\s+\"allPublicMethods\": true");
    }

    @Test
    void shouldWriteNothingThatIsThereAlready() throws IOException {
        processAot();
        Path again = directory.resolve("again");
        List<String> command = java(directory.resolve("aot/classes")
                + File.pathSeparator
                + directory.resolve("aot/resources")
                + File.pathSeparator
                + CLASS_PATH);
        command.addAll(List.of(
                SpringApplicationAotProcessor.class.getName(),
                Corner.class.getName(),
                again + "/sources",
                again + "/resources",
                again + "/classes",
                "shop",
                "corner"));
        run(command);

        assertThat(again.resolve("sources")).isDirectoryRecursivelyContaining("glob:**.java");
        assertThat(files(again, "earcall.stubs")).isEmpty();
        assertThat(files(again, ".class")).isEmpty();
    }

    @Test
    void shouldRunWithoutDefiningAClassOfItsOwn() throws Exception {
        processAot();
        String classPath =
                directory.resolve("aot/resources") + File.pathSeparator + compiled() + File.pathSeparator + CLASS_PATH;

        assertThat(runCorner(classPath, true))
                .contains("Morning for 120 cents", "Morning of today", Kiosk.class.getName() + "$NearcallStub");
        assertThat(definedAtRunTime()).isEmpty();
    }

    @Test
    void shouldNoticeClassesThatAreDefinedAtRunTime() throws Exception {
        assertThat(runCorner(CLASS_PATH, false))
                .contains("Morning for 120 cents", "Morning of today", Kiosk.class.getName() + "$Stub");
        assertThat(definedAtRunTime())
                .anyMatch(line -> line.contains("Kiosk$Stub"))
                .anyMatch(line -> line.contains("Price"))
                .anyMatch(line -> line.contains("net.bytebuddy"));
    }

    /** What the JVM has logged of classes of the generator, and of such as the application or Nearcall have not from a file. */
    private List<String> definedAtRunTime() throws IOException {
        try (Stream<String> lines = Files.lines(directory.resolve(LOADED))) {
            return lines.filter(line -> line.contains(" net.bytebuddy.")
                            || line.contains(" io.nearcall.")
                                    && !line.contains("$$Lambda")
                                    && !line.contains(" source: file:"))
                    .toList();
        }
    }

    private void processAot() {
        Path out = directory.resolve("aot");
        AbstractAotProcessor.Settings settings = AbstractAotProcessor.Settings.builder()
                .sourceOutput(out.resolve("sources"))
                .resourceOutput(out.resolve("resources"))
                .classOutput(out.resolve("classes"))
                .groupId("shop")
                .artifactId("corner")
                .build();
        new SpringApplicationAotProcessor(Corner.class, settings, new String[0]).process();
    }

    /** The generated sources, beside the generated classes. */
    private Path compiled() throws IOException {
        Path classes = directory.resolve("aot/classes");
        List<String> arguments = new ArrayList<>(
                List.of("-cp", CLASS_PATH, "-d", classes.toString(), "-proc:none", "-nowarn", "-Xlint:-options"));
        try (Stream<Path> sources = Files.walk(directory.resolve("aot/sources"))) {
            sources.filter(Files::isRegularFile).map(Path::toString).forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0])))
                .isZero();
        return classes;
    }

    private List<String> runCorner(String classPath, boolean aot) throws IOException {
        List<String> command = java(classPath);
        command.addAll(List.of(
                "-Xlog:class+load=info:file=" + directory.resolve(LOADED),
                "-Dspring.aot.enabled=" + aot,
                Corner.class.getName(),
                "--nearcall.dir=" + directory.resolve("run"),
                "--spring.main.banner-mode=off"));
        return run(command);
    }

    private static List<String> java(String classPath) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dspring.devtools.restart.enabled=false",
                "-cp",
                classPath));
    }

    private List<String> run(List<String> command) throws IOException {
        Path out = Files.createTempFile(directory, "out", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended").isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            process.destroyForcibly();
        }
        List<String> printed = Files.readAllLines(out);
        assertThat(process.exitValue()).as(String.join("\n", printed)).isZero();
        return printed;
    }

    private static String metadataOf(String name) {
        return METADATA + '/' + Kiosk.class.getPackageName() + '.' + name + "/reachability-metadata.json";
    }

    private static void copyKiosk(Path target) throws IOException {
        Path classes = Path.of("target/test-classes");
        try (Stream<Path> all = Files.walk(classes.resolve(PACKAGE))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path copy = target.resolve(classes.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    /** The content of each file in hexadecimal, by its path, of those whose path has that part. */
    private static Map<String, String> files(Path root, String part) throws IOException {
        Map<String, String> found = new TreeMap<>();
        if (Files.exists(root)) {
            try (Stream<Path> all = Files.walk(root)) {
                all.filter(Files::isRegularFile)
                        .filter(file -> file.toString().contains(part))
                        .forEach(file -> found.put(root.relativize(file).toString(), content(file)));
            }
        }
        return found;
    }

    private static String content(Path file) {
        try {
            return HexFormat.of().formatHex(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
