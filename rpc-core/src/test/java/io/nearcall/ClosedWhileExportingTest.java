// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Sources;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** An endpoint that is closed by another thread while it begins to offer a service. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class ClosedWhileExportingTest {

    @TempDir
    private Path directory;

    @Test
    void shouldTellThatTheEndpointIsClosed() throws Exception {
        Map<String, String> sources = Map.of(
                "Receipt", "public record Receipt(long number) {}",
                "Archive", "public interface Archive { Receipt store(String text); }",
                "Shelf",
                        "public class Shelf implements Archive { public Receipt store(String text) { return null; } }");
        try (Endpoint endpoint = Endpoint.open();
                URLClassLoader compiled = Sources.compile(directory, sources);
                ClosingLoader loader = new ClosingLoader(endpoint, compiled)) {
            Class<?> archive = loader.loadClass("Archive");
            Object shelf = loader.loadClass("Shelf").getConstructor().newInstance();
            assertThat(loader.closed).isFalse();
            assertThatExceptionOfType(EndpointClosedException.class)
                    .isThrownBy(() -> export(endpoint, archive, shelf))
                    .satisfies(exception -> assertThat(exception.outcome()).isEqualTo(Outcome.NOT_SENT));
            assertThat(loader.closed).isTrue();
        }
    }

    private static <T> void export(Endpoint endpoint, Class<T> type, Object target) {
        endpoint.export(type, type.cast(target));
    }

    /** Closes the endpoint when the interface's only result is loaded, in the middle of its export. */
    private static final class ClosingLoader extends URLClassLoader {

        private final Endpoint endpoint;
        private boolean closed;

        ClosingLoader(Endpoint endpoint, URLClassLoader compiled) {
            super(compiled.getURLs(), ClosedWhileExportingTest.class.getClassLoader());
            this.endpoint = endpoint;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.equals("Receipt")) {
                endpoint.close();
                closed = true;
            }
            return super.findClass(name);
        }
    }
}
