// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Endpoints of one JVM that meet in different directories. */
@Timeout(60)
public class OwnDirectoryTest {

    @TempDir
    private Path temporary;

    /** A service. */
    @RemoteService("name")
    public interface Name {
        String get();
    }

    @Test
    void shouldOfferTheSameNameInTwoDirectories() {
        try (Endpoint one = open("one");
                Endpoint other = open("other");
                Endpoint client = open("other")) {
            one.export(Name.class, () -> "one");
            other.export(Name.class, () -> "other");
            assertThat(client.lookup(Name.class).get()).isEqualTo("other");
        }
    }

    @Test
    void shouldRefuseADirectoryWhoseParentIsMissing() {
        assertThatThrownBy(() -> open("missing/inner"))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("missing");
    }

    private Endpoint open(String directory) {
        return Endpoint.builder().directory(temporary.resolve(directory)).open();
    }
}
