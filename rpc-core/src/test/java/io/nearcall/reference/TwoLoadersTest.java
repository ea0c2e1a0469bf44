// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.EncodingException;
import io.nearcall.RemoteService;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Sources;
import io.nearcall.test.TwoEndpoints;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two interfaces of one name and different methods, from two class loaders: the other side knows one of them. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class TwoLoadersTest {

    /** Has objects of both. */
    @RemoteService
    public interface Shelf {
        Object take(int which);
    }

    @TempDir
    private Path directory;

    private Object tool(String firstMethod) throws Exception {
        Path own = directory.resolve("tool" + firstMethod.length());
        ClassLoader loader = Sources.compile(
                own,
                Map.of(
                        "Tool",
                        "package tools; @io.nearcall.RemoteObject public interface Tool {" + firstMethod
                                + " String name(); }",
                        "Hammer",
                        "package tools; public class Hammer implements Tool {"
                                + " public String age() { return \"old\"; }"
                                + " public String name() { return \"hammer\"; } }"));
        return loader.loadClass("tools.Hammer").getConstructor().newInstance();
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    @Test
    void shouldNotTakeTheMethodsOfOneForThoseOfTheOther() throws Exception {
        Object[] tools = {tool(""), tool("String age();")};
        Class type = tools[0].getClass().getInterfaces()[0];
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            endpoints.connect(type, tools[0]); // so that the client knows the interface
            Shelf shelf = endpoints.connect(Shelf.class, which -> tools[which]);
            Object stub = shelf.take(0);
            assertThat(type.getMethod("name").invoke(stub)).isEqualTo("hammer");
            assertThatThrownBy(() -> shelf.take(1))
                    .isInstanceOf(EncodingException.class)
                    .hasMessageContaining("tools.Hammer");
            assertThat(type.getMethod("name").invoke(stub)).isEqualTo("hammer");
        }
    }
}
