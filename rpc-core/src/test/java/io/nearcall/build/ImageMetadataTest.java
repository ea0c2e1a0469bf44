// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The metadata for {@code native-image} in Nearcall's jars. {@link ImageMetadataIT} tries it, with that of an application. */
class ImageMetadataTest {

    private static final String FILE = "/reachability-metadata.json";

    private static final Pattern CLASS_IN_C = Pattern.compile("\"(io/nearcall/[\\w/]+)\"");

    private static Metadata ours;

    @BeforeAll
    static void read() throws IOException {
        ours = Metadata.ofNearcall();
    }

    @Test
    void shouldBeInEachJarThatNeedsIt() {
        assertThat(ours.files().keySet())
                .containsExactlyInAnyOrder(
                        "io.nearcall/nearcall-ipc-native" + FILE,
                        "io.nearcall/nearcall-rpc-core" + FILE,
                        "io.nearcall.stubs/io.nearcall.internal.connection.Binder" + FILE,
                        "io.nearcall.stubs/io.nearcall.internal.rmi.Bindings" + FILE,
                        "io.nearcall.stubs/io.nearcall.internal.rmi.ObjectHost" + FILE,
                        "io.nearcall.stubs/io.nearcall.internal.stream.PublisherSource" + FILE,
                        "io.nearcall.stubs/io.nearcall.internal.stream.StreamSource" + FILE);
    }

    @Test
    void shouldFollowTheSchema() {
        ours.files()
                .forEach((name, file) ->
                        assertThat(MetadataSchema.faults(file)).as(name).isEmpty());
    }

    @Test
    void shouldNoticeWhatBreaksTheSchema() {
        String broken =
                "{\"reflection\": [{\"type\": \"[I\"}, {\"allDeclaredFields\": true}, {\"type\": \"a\", \"jniAccessible\": 1},"
                        + " {\"type\": \"a\", \"methods\": [{\"name\": \"b\"}]}, {\"type\": \"a\", \"condition\": 1}], \"jni\": []}";
        assertThat(MetadataSchema.faults(JsonParser.parseString(broken).getAsJsonObject()))
                .hasSize(6);
    }

    @Test
    void shouldNameTypesAndMembersThatExist() {
        List<String> missing = new ArrayList<>();
        ClassLoader loader = getClass().getClassLoader();
        ours.members().forEach((type, members) -> missing.addAll(ExistingMembers.missing(type, members, loader)));
        if (Runtime.version().feature() < 21) {
            missing.remove("java.lang.Thread isVirtual()");
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void shouldNameTheClassesThatTheLibraryFinds() throws IOException {
        Set<String> found = new TreeSet<>();
        try (DirectoryStream<Path> sources = Files.newDirectoryStream(Path.of("../ipc-native/src/main/c"), "*.c")) {
            for (Path source : sources) {
                Matcher name = CLASS_IN_C.matcher(Files.readString(source));
                while (name.find()) {
                    found.add(name.group(1).replace('/', '.'));
                }
            }
        }
        Set<String> named = ours.members().entrySet().stream()
                .filter(each -> each.getValue().contains("jniAccessible"))
                .map(each -> each.getKey())
                .collect(Collectors.toSet());
        assertThat(named).hasSizeGreaterThan(1).isEqualTo(found);
    }
}
