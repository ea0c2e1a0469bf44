// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nearcall.test.PrivateDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A caller in another language, which was written from docs/internals/protocol.md: src/test/python/peer.py. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class PythonPeerTest {

    private static final String PYTHON = "python3";

    /** What the script calls. */
    public interface Shop {
        long add(int a, long b);

        String greet(String name);

        Receipt buy(Item item, double price) throws SoldOut;

        List<Integer> sort(List<Integer> numbers);

        Object surprise();
    }

    /** A value that goes both ways. */
    public record Item(String name, int count, List<String> tags) {}

    /** A value within which another is written without its class. */
    public record Receipt(Item item, double total) {}

    /** A class that no signature names. */
    public static final class Gift {
        String wrapping = "paper".repeat(5000); // in two records
    }

    /** What is thrown. */
    public static final class SoldOut extends Exception {
        private static final long serialVersionUID = 1L;

        SoldOut(String name) {
            super(name);
        }
    }

    private static final class CornerShop implements Shop {
        @Override
        public long add(int a, long b) {
            return a + b;
        }

        @Override
        public String greet(String name) {
            return "Hello " + name;
        }

        @Override
        public Receipt buy(Item item, double price) throws SoldOut {
            if (price == 0) {
                throw new SoldOut(item.name());
            }
            return new Receipt(item, item.count() * price);
        }

        @Override
        public List<Integer> sort(List<Integer> numbers) {
            return numbers.stream().sorted().toList();
        }

        @Override
        public Object surprise() {
            return new Gift();
        }
    }

    @BeforeEach
    void requirePython() {
        boolean found = true;
        try {
            run("-c", "").waitFor();
        } catch (IOException e) {
            found = false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assumeTrue(found, PYTHON + " is not installed, which runs src/test/python/peer.py: apt-get install python3");
    }

    private static Process run(String... arguments) throws IOException {
        ProcessBuilder python = new ProcessBuilder(PYTHON).redirectError(ProcessBuilder.Redirect.INHERIT);
        python.command().addAll(List.of(arguments));
        python.environment().put("NEARCALL_DIR", PrivateDirectory.path().toString());
        return python.start();
    }

    @Test
    void shouldServeACallerThatWasWrittenFromTheDocumentAlone() throws Exception {
        try (Endpoint endpoint = Endpoint.builder().allow(Gift.class).open()) {
            endpoint.export(Shop.class, new CornerShop(), "unix:shop");
            Process python = run(Path.of("src", "test", "python", "peer.py").toString(), "shop");
            String output = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(python.waitFor(10, TimeUnit.SECONDS)).isTrue();

            assertThat(output.lines())
                    .containsExactly(
                            "-3",
                            "Hello Zo\u00eb \u2713",
                            "{'item': {'name': 'lamp', 'count': 3, 'tags': ['red', 'new']}, 'total': 7.5}",
                            SoldOut.class.getName() + ": lamp",
                            "[10, 20, 30]",
                            "25000");
            assertThat(python.exitValue()).isZero();
        }
    }
}
