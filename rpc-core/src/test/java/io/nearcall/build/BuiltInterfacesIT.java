// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.build.bazaar.Bazaar;
import io.nearcall.build.bazaar.Visitor;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Sources;
import java.io.File;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.bytebuddy.build.BuildLogger;
import net.bytebuddy.build.Plugin;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Which interfaces a build generates classes for, and when it does so again. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
class BuiltInterfacesIT {

    private static final String GUIDE = "package guide; public interface Guide { String greet(String name); %s }";
    private static final String HOUSE =
            "public class House implements guide.Guide { public String greet(String name) { return \"%s, \" + name; } %s }";
    private static final String[] GENERATED = {"Guide$NearcallSkeleton.class", "Guide$NearcallStub.class"};

    @TempDir
    private Path directory;

    /** Generics, default methods, types that only the package sees, and an object of two interfaces. */
    @Test
    void shouldServeInterfacesOfAllShapes() throws Exception {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        copyBazaar(classes);
        GenerateStubs.main(new String[] {classes.toString()});

        try (OtherJvm jvm = OtherJvm.start(built(), classPath(classes), Visitor.class)) {
            for (String line : List.of(
                    "kilim",
                    "[Rug[name=gabbeh, knots=3]]",
                    "12",
                    "ticket for 4",
                    "8",
                    "no news",
                    "true",
                    Bazaar.class.getName() + "$NearcallStub",
                    Bazaar.Haggler.class.getName() + "$NearcallStub",
                    Bazaar.Gossip.class.getName() + "$NearcallStub")) {
                assertThat(jvm.readLine()).isEqualTo(line);
            }
        }
    }

    private static void copyBazaar(Path to) throws IOException {
        Path tests = Metadata.homeOf(Bazaar.class);
        try (Stream<Path> all =
                Files.walk(tests.resolve(Bazaar.class.getPackageName().replace('.', '/')))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(tests.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    @Test
    void shouldServeAnInterfaceOfALibraryThatIsNamed() throws Exception {
        Path library = compiled("library", "", Map.of("Guide", GUIDE.formatted("")));
        Path classes = compiled("classes", library.toString(), Map.of("House", HOUSE.formatted("Hello", "")));

        transform(classes, library, "guide.Guide");

        assertThat(library.resolve("guide").toFile().list()).containsExactly("Guide.class");
        assertThat(classes.resolve("guide").toFile().list()).containsExactlyInAnyOrder(GENERATED);
        assertThat(classes.resolve("META-INF/native-image/io.nearcall.stubs/guide.Guide"))
                .isNotEmptyDirectory();
        assertGreeted(classPath(classes) + File.pathSeparator + library, "Hello, world");
        Path byCommand = Files.createDirectory(directory.resolve("by-command"));
        generate(byCommand, library, "guide.Guide");
        for (String each : GENERATED) {
            assertThat(byCommand.resolve("guide").resolve(each))
                    .hasSameBinaryContentAs(classes.resolve("guide").resolve(each));
        }
    }

    @Test
    void shouldRefuseAnInterfaceThatIsNamedAndNotThere() throws Exception {
        Path classes = compiled("classes", "", Map.of("Guide", GUIDE.formatted("")));

        assertThatThrownBy(() -> transform(classes, classes, "guide.Giude")).hasStackTraceContaining("guide.Giude");
    }

    /** As builds do that compile only changed classes, and then transform the same directory again. */
    @Test
    void shouldGenerateAgainWhatHasChanged() throws Exception {
        Map<String, String> sources = Map.of("Guide", GUIDE.formatted(""), "House", HOUSE.formatted("Hello", ""));
        Path classes = compiled("classes", "", sources);
        transform(classes, classes, "guide.Guide");
        byte[] stub = Files.readAllBytes(classes.resolve("guide/" + GENERATED[1]));

        compiled("classes", classes.toString(), Map.of("House", HOUSE.formatted("Welcome", "")));
        transform(classes, classes, "guide.Guide");
        assertThat(classes.resolve("guide/" + GENERATED[1])).hasBinaryContent(stub);
        assertGreeted(classPath(classes), "Welcome, world");

        compiled(
                "classes",
                "",
                Map.of(
                        "Guide",
                        GUIDE.formatted("void leave();"),
                        "House",
                        HOUSE.formatted("Again", "public void leave() {}")));
        transform(classes, classes, "guide.Guide");
        assertThat(Files.readAllBytes(classes.resolve("guide/" + GENERATED[1]))).isNotEqualTo(stub);
        assertGreeted(classPath(classes), "Again, world");
    }

    private void assertGreeted(String classPath, String greeting) {
        try (OtherJvm jvm = OtherJvm.start(built(), classPath, BuiltStubsIT.Program.class, "guide.Guide", "House")) {
            assertThat(jvm.readLine()).isEqualTo(greeting);
            assertThat(jvm.readLine()).isEqualTo("guide.Guide$NearcallStub");
        }
    }

    private Path compiled(String name, String classPath, Map<String, String> sources) throws IOException {
        Path classes = directory.resolve(name);
        try (URLClassLoader loader = Sources.compile(classes, sources, classPath)) {
            assertThat(loader).isNotNull();
        }
        return classes;
    }

    private void transform(Path classes, Path library, String interfaces) throws IOException {
        new Plugin.Engine.Default()
                .with(new ClassFileLocator.Compound(
                        ClassFileLocator.ForClassLoader.of(getClass().getClassLoader()),
                        new ClassFileLocator.ForFolder(library.toFile())))
                .apply(
                        classes.toFile(),
                        classes.toFile(),
                        new Plugin.Factory.Simple(
                                new NearcallPlugin(BuildLogger.NoOp.INSTANCE, interfaces, classes.toFile())));
    }

    private static void generate(Path into, Path library, String name) throws Exception {
        Process generating = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        library + File.pathSeparator + OtherJvm.classPath(),
                        GenerateStubs.class.getName(),
                        into.toString(),
                        name)
                .inheritIO()
                .start();
        assertThat(generating.waitFor()).isZero();
    }

    private static List<String> built() {
        return List.of("-Dio.nearcall.stubs=built");
    }

    /** Without Byte Buddy. */
    private static String classPath(Path classes) {
        List<String> entries = new ArrayList<>(List.of(OtherJvm.classPath().split(File.pathSeparator)));
        assertThat(entries.removeIf(entry -> entry.contains("byte-buddy-"))).isTrue();
        return classes + File.pathSeparator + String.join(File.pathSeparator, entries);
    }
}
