// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
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

    private static <T> T read(String path) throws IOException {
        try (InputStream file =
                MetadataTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            return JsonPath.read(file, path);
        }
    }
}
