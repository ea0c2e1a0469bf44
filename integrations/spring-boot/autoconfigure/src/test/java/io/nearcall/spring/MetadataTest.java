// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.nearcall.spring.autoconfigure.NearcallProperties;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What editors show of the properties. */
class MetadataTest {

    @Test
    void shouldDescribeEachProperty() throws IOException {
        List<Map<String, Object>> properties = read("$.properties");
        assertThat(properties).hasSizeGreaterThan(10).allSatisfy(property -> {
            assertThat(property.get("name").toString())
                    .matches("(management\\.(endpoint|health)\\.)?nearcall(-clients)?\\..*");
            assertThat(property).extractingByKey("description").asString().endsWith(".");
        });
    }

    @Test
    void shouldHaveEachPropertyInTheTableOfThePage() throws IOException {
        String page = Files.readString(Path.of("../../../docs/guide/from-spring-rmi.md"));
        List<String> names = read("$.properties[*].name");
        assertThat(names)
                .filteredOn(name -> !name.startsWith("management.endpoint.")) // as of each endpoint of the Actuator
                .filteredOn(name -> !name.equals("nearcall.client")) // of which the page lists what a client has
                .filteredOn(name -> !name.equals("nearcall.server.principals")) // which are of one service each
                .allSatisfy(name -> assertThat(page)
                        .containsAnyOf('`' + name + '`', '`' + name.substring("nearcall.".length()) + '`'));
        assertThat(Arrays.stream(NearcallProperties.Client.class.getMethods())
                        .map(Method::getName)
                        .filter(name -> name.startsWith("set")))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(page)
                        .contains("nearcall.client.NAME." + name.substring(3).toLowerCase(Locale.ROOT)));
        assertThat(page).contains("`nearcall.server.principals.NAME`");
    }

    private static <T> T read(String path) throws IOException {
        try (InputStream file =
                MetadataTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            return JsonPath.read(file, path);
        }
    }
}
