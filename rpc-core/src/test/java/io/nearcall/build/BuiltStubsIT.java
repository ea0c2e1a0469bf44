// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Sources;
import java.io.File;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.build.BuildLogger;
import net.bytebuddy.build.Plugin;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Stubs and skeletons that were generated when an application was built, in a JVM of its own. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
class BuiltStubsIT {

    private static final String GREETINGS = "public interface Greetings { String greet(String name); %s }";
    private static final String HOUSE =
            "public class House implements Greetings { public String greet(String name) { return \"Hello, \" + name; } %s }";
    private static final String FAREWELL = "void farewell()";

    @TempDir
    private Path directory;

    private Path classes;

    @BeforeEach
    void compileAnApplication() throws IOException {
        classes = directory.resolve("classes");
        compile("", "");
    }

    private void compile(String methodOfInterface, String methodOfClass) throws IOException {
        Map<String, String> sources = Map.of(
                "Greetings", GREETINGS.formatted(methodOfInterface),
                "House", HOUSE.formatted(methodOfClass),
                "Orders", "@io.nearcall.RemoteService public interface Orders { int count(); }");
        try (URLClassLoader loader = Sources.compile(classes, sources)) {
            assertThat(loader).isNotNull();
        }
    }

    @Test
    void shouldNeedNoGeneratorAtRunTime() throws Exception {
        GenerateStubs.main(new String[] {classes.toString(), "Greetings"});

        try (OtherJvm jvm = run("built", withoutByteBuddy())) {
            assertThat(jvm.readLine()).isEqualTo("Hello, world");
            assertThat(jvm.readLine()).isEqualTo("Greetings$NearcallStub");
        }
    }

    @Test
    void shouldGenerateAnewWhatIsOutdated() throws Exception {
        GenerateStubs.main(new String[] {classes.toString(), "Greetings"});
        compile(FAREWELL + ";", "public " + FAREWELL + " {}");

        try (OtherJvm jvm = run("auto", OtherJvm.classPath())) {
            assertThat(jvm.readLine()).isEqualTo(outdated("Skeleton"));
            assertThat(jvm.readLine()).isEqualTo(outdated("Stub"));
            assertThat(jvm.readLine()).isEqualTo("Hello, world");
            assertThat(jvm.readLine()).isEqualTo("Greetings$Stub");
        }
    }

    private static String outdated(String kind) {
        return "warned: Greetings$Nearcall" + kind
                + " is outdated and not used: Greetings has changed since. Build the project again.";
    }

    @Test
    void shouldRefuseWhatIsOutdatedIfOnlyBuiltClassesShallBeUsed() throws Exception {
        GenerateStubs.main(new String[] {classes.toString(), "Greetings"});
        compile(FAREWELL + ";", "public " + FAREWELL + " {}");

        try (OtherJvm jvm = run("built", OtherJvm.classPath())) {
            assertThat(jvm.readLine()).isEqualTo(outdated("Skeleton"));
            assertThat(jvm.readLine())
                    .contains(
                            "IllegalStateException",
                            "of Greetings from the build",
                            "faster-start.md",
                            "java -cp CLASS_PATH io.nearcall.build.GenerateStubs");
        }
    }

    @Test
    void shouldSayWhatIsMissingIfNothingWasBuiltAndNothingCanBeGenerated() {
        try (OtherJvm jvm = run("auto", withoutByteBuddy())) {
            assertThat(jvm.readLine())
                    .contains("IllegalStateException", "Add net.bytebuddy:byte-buddy", "faster-start.md");
        }
    }

    @Test
    void shouldUseGeneratedClassesWhereThatIsWanted() throws Exception {
        GenerateStubs.main(new String[] {classes.toString(), "Greetings"});

        try (OtherJvm jvm = run("generated", OtherJvm.classPath())) {
            assertThat(jvm.readLine()).isEqualTo("Hello, world");
            assertThat(jvm.readLine()).isEqualTo("Greetings$Stub");
        }
    }

    @Test
    void shouldGenerateOfAllInterfacesThatSayThatTheyAreRemote() throws Exception {
        GenerateStubs.main(new String[] {classes.toString()});

        assertThat(generated(classes).keySet())
                .containsExactly("Orders$NearcallSkeleton.class", "Orders$NearcallStub.class");
    }

    @Test
    void shouldGenerateTheSameByByteBuddysPlugin() throws Exception {
        Path enhanced = Files.createDirectory(directory.resolve("enhanced"));
        new Plugin.Engine.Default()
                .with(ClassFileLocator.ForClassLoader.of(getClass().getClassLoader()))
                .apply(
                        classes.toFile(),
                        enhanced.toFile(),
                        new Plugin.Factory.Simple(
                                new NearcallPlugin(BuildLogger.NoOp.INSTANCE, "Greetings", enhanced.toFile())));
        GenerateStubs.main(new String[] {classes.toString(), "Greetings", "Orders"});

        assertThat(generated(enhanced)).hasSize(4).isEqualTo(generated(classes));
        for (String name : List.of("Greetings", "Orders")) {
            String metadata = "META-INF/native-image/io.nearcall.stubs/" + name + "/reachability-metadata.json";
            assertThat(enhanced.resolve(metadata)).hasSameBinaryContentAs(classes.resolve(metadata));
        }
    }

    /** The bytes of each class file in hexadecimal, by name. */
    private static Map<String, String> generated(Path directory) throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                if (file.toString().contains("$Nearcall")) {
                    found.put(file.getFileName().toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
                }
            }
        }
        return found;
    }

    private OtherJvm run(String choice, String classPath) {
        return OtherJvm.start(
                List.of("-Dio.nearcall.stubs=" + choice),
                classes + File.pathSeparator + classPath,
                Program.class,
                "Greetings",
                "House");
    }

    private static String withoutByteBuddy() {
        List<String> entries = new ArrayList<>(List.of(OtherJvm.classPath().split(File.pathSeparator)));
        assertThat(entries.removeIf(entry -> entry.contains("byte-buddy-"))).isTrue();
        return entries.stream().collect(Collectors.joining(File.pathSeparator));
    }

    /** Prints the logged warnings. */
    static final class Warnings extends Handler {

        @Override
        public void publish(LogRecord record) {
            if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
                System.out.println("warned: " + new SimpleFormatter().formatMessage(record));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** Calls one endpoint from another. Prints the answers and the called classes, or the failure. */
    static final class Program {

        private Program() {}

        public static void main(String[] names) throws Exception {
            Logger root = Logger.getLogger("");
            root.addHandler(new Warnings());
            try {
                call(Class.forName(names[0]), names[1]);
            } catch (IllegalStateException e) {
                System.out.println(e);
            }
        }

        private static <T> void call(Class<T> type, String implementation) throws Exception {
            Object target = Class.forName(implementation).getConstructor().newInstance();
            try (Endpoint server = Endpoint.open();
                    Endpoint client = Endpoint.open()) {
                server.export(type, type.cast(target), "built");
                T stub = client.lookup(type, "built");
                System.out.println(type.getMethod("greet", String.class).invoke(stub, "world"));
                System.out.println(stub.getClass().getName());
            }
        }
    }
}
