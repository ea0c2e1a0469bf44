// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Sources;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The sample for native images, up to the image: there is no {@code native-image} here. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
class NativeSampleIT {

    private static final List<String> AS_IN_AN_IMAGE =
            List.of("-Dio.nearcall.stubs=built", "-Dorg.graalvm.nativeimage.imagecode=runtime");

    @TempDir
    private Path directory;

    private Path classes;

    @BeforeEach
    void build() throws Exception {
        classes = directory.resolve("classes");
        Sources.compileBelow(classes, Path.of("../samples/native/src/main/java"));
        GenerateStubs.main(new String[] {classes.toString()});
    }

    @Test
    void shouldHaveMetadataAsTheirSchemaSays() throws Exception {
        Metadata metadata = Metadata.of(classes.toString());

        assertThat(metadata.files())
                .hasSize(1)
                .allSatisfy((name, json) ->
                        assertThat(MetadataSchema.faults(json)).as(name).isEmpty());
        assertThat(metadata.members()).containsKeys("shop.Greetings", "shop.Guest", "shop.Greetings$NearcallStub");
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            metadata.members()
                    .forEach((type, members) -> assertThat(ExistingMembers.missing(type, members, loader))
                            .isEmpty());
        }
    }

    @Test
    void shouldGreetWithoutAGenerator() throws Exception {
        try (OtherJvm server = start("shop.Server");
                OtherJvm client = start("shop.Client", "world")) {
            assertThat(client.readLine()).isEqualTo("Hello, world");
            assertThat(client.awaitExit(20)).isZero();
            assertThat(server.isEnding()).isFalse();
        }
    }

    private OtherJvm start(String main, String... arguments) {
        List<String> entries = new ArrayList<>(List.of(OtherJvm.classPath().split(File.pathSeparator)));
        assertThat(entries.removeIf(entry -> entry.contains("byte-buddy-"))).isTrue();
        return OtherJvm.start(
                AS_IN_AN_IMAGE,
                classes + File.pathSeparator + String.join(File.pathSeparator, entries),
                main,
                arguments);
    }
}
