// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The metadata for {@code native-image} in Nearcall's jars. {@link ImageMetadataIT} tries it, with that of an application. */
class ImageMetadataTest {

    private static final String FILE = "/reachability-metadata.json";

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
    void shouldNameTheClassesThatTheLibraryFinds() {
        Set<String> found = new TreeSet<>(Set.of(OsException.class.getName()));
        for (JavaClass each : new ClassFileImporter().importPackagesOf(OsException.class)) {
            if (each.getMethods().stream()
                    .anyMatch(method -> method.getModifiers().contains(JavaModifier.NATIVE))) {
                found.add(each.getName());
            }
        }
        Set<String> named = ours.members().entrySet().stream()
                .filter(each -> each.getValue().contains("jniAccessible"))
                .map(each -> each.getKey())
                .collect(Collectors.toSet());
        assertThat(named).hasSizeGreaterThan(1).isEqualTo(found);
    }
}
