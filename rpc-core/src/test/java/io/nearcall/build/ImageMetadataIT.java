// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.esotericsoftware.kryo.kryo5.Kryo;
import io.nearcall.Endpoint;
import io.nearcall.build.market.Customer;
import io.nearcall.build.market.Market;
import io.nearcall.codegen.Stub;
import io.nearcall.ipc.os.OsException;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application with classes from the build and without Byte Buddy, in its own JVM. Its classes, and those of Nearcall and
 * Kryo, report their look-ups by name and by reflection. All of these must be in the metadata for {@code native-image}. This
 * does not prove that an image works: reflection in the JDK's own classes is not seen, and no image is made.
 */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
class ImageMetadataIT {

    private static final List<String> AS_IN_AN_IMAGE =
            List.of("-Dio.nearcall.stubs=built", "-Dorg.graalvm.nativeimage.imagecode=runtime");

    private static final String SEEN =
            "placed 1 17 Price[article=tea, unit=KILOGRAM, cents=3] Price[article=tea, unit=PIECE, cents=1]"
                    + " basket 2 tea Circle[radius=4] paid! no 18 PIECE java.lang.IllegalStateException: closed";

    @TempDir
    private Path directory;

    private Path classes;

    @BeforeEach
    void build() throws Exception {
        classes = compiled("classes");
        GenerateStubs.main(new String[] {classes.toString()});
    }

    /** The classes of the application, as the compiler has left them. */
    private Path compiled(String name) throws IOException {
        Path to = Files.createDirectory(directory.resolve(name));
        Path tests = Metadata.homeOf(Market.class);
        for (Path file : filesBelow(tests.resolve("io/nearcall/build/market"))) {
            Path copy = to.resolve(tests.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
        return to;
    }

    private static List<Path> filesBelow(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void shouldNameAllThatIsFoundByReflection() throws Exception {
        String classPath = recording();
        Metadata metadata = Metadata.of(classPath);
        List<String> missing = new ArrayList<>();
        List<String> noted = new ArrayList<>();

        try (OtherJvm jvm = OtherJvm.start(AS_IN_AN_IMAGE, classPath, Customer.class)) {
            assertThat(jvm.readLine()).isEqualTo(SEEN);
            for (String line = jvm.readLine(); line != null && !line.isEmpty(); line = jvm.readLine()) {
                noted.add(line);
                String[] parts = line.split("\t", -1);
                if (!metadata.covers(Reflected.Kind.valueOf(parts[0]), parts[1], parts[2])) {
                    missing.add(line);
                }
            }
        }

        assertThat(missing).isEmpty();
        assertThat(noted)
                .contains(
                        "NAMED\tio.nearcall.build.market.Market$NearcallStub\t",
                        "ALLOCATED\tio.nearcall.build.market.Market$Order\t",
                        "SERIALIZED\tio.nearcall.build.market.Market$SoldOut\t");
    }

    @Test
    void shouldWriteTheSameEachTimeOfWhatThereIs() throws Exception {
        Path file = classes.resolve(
                "META-INF/native-image/io.nearcall.stubs/" + Market.class.getName() + "/reachability-metadata.json");
        String text = Files.readString(file);

        GenerateStubs.main(new String[] {classes.toString(), Market.class.getName()});

        assertThat(file).hasContent(text);
        Metadata metadata = Metadata.of(classes.toString());
        metadata.files()
                .forEach((name, json) ->
                        assertThat(MetadataSchema.faults(json)).as(name).isEmpty());
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            metadata.members()
                    .forEach((type, members) -> assertThat(ExistingMembers.missing(type, members, loader))
                            .isEmpty());
        }
    }

    @Test
    void shouldDefineNoClassAtRunTime() throws Exception {
        Path log = directory.resolve("loaded");
        String classPath = classes + File.pathSeparator + String.join(File.pathSeparator, withoutByteBuddy());
        List<String> options = List.of("-Dio.nearcall.stubs=built", "-Xlog:class+load:file=" + log);

        try (OtherJvm jvm = OtherJvm.start(options, classPath, Customer.class)) {
            assertThat(jvm.readLine()).isEqualTo(SEEN);
            assertThat(jvm.readLine()).isEmpty();
        }

        assertThat(Files.readAllLines(log))
                .anyMatch(line -> line.contains("Market$NearcallStub source: file:"))
                .noneMatch(line -> line.contains("net.bytebuddy."))
                .noneMatch(line -> line.contains("io.nearcall.") && line.contains(" source: __"));
    }

    @Test
    void shouldGenerateTheSameOnJdk25() throws Exception {
        String java25 = System.getProperty("java25.jvm", "none");
        assumeTrue(!java25.equals("none"), "the JDK is not there");
        Path other = compiled("other");

        Process generating = new ProcessBuilder(
                        java25, "-cp", OtherJvm.classPath(), GenerateStubs.class.getName(), other.toString())
                .inheritIO()
                .start();

        assertThat(generating.waitFor()).isZero();
        for (Path file : filesBelow(classes)) {
            assertThat(other.resolve(classes.relativize(file).toString())).hasSameBinaryContentAs(file);
        }
    }

    /** The class path of the tests, without Byte Buddy. The application stands in front; it and the product are rewritten. */
    private String recording() throws IOException {
        List<String> entries = new ArrayList<>();
        for (Path each : List.of(
                classes,
                Metadata.homeOf(Endpoint.class),
                Metadata.homeOf(Stub.class),
                Metadata.homeOf(OsException.class),
                Metadata.homeOf(Kryo.class))) {
            Path copy = directory.resolve("rewritten" + entries.size());
            ReflectionRecorder.rewrite(each, copy);
            entries.add(copy.toString());
        }
        entries.addAll(withoutByteBuddy());
        return String.join(File.pathSeparator, entries);
    }

    private static List<String> withoutByteBuddy() {
        List<String> entries = new ArrayList<>(List.of(OtherJvm.classPath().split(File.pathSeparator)));
        assertThat(entries.removeIf(entry -> entry.contains("byte-buddy-"))).isTrue();
        return entries;
    }
}
