// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.nearcall.Endpoint;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server in another JVM, which is scraped as Prometheus would do it. */
@Timeout(60)
class TwoJvmsIT {

    private static final int CALLERS = 4;
    private static final int CALLS = 5000;

    @TempDir
    private Path directory;

    /** Serves orders. Prints a scrape, and a line to end it, for each line that it reads. */
    static final class Shop {
        private Shop() {}

        public static void main(String[] arguments) throws IOException {
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            try (Endpoint endpoint = Endpoint.open()) {
                endpoint.export(Orders.class, new Orders.Taken());
                new NearcallMetrics(endpoint).bindTo(registry);
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                System.out.println(registry.scrape() + "# END");
                while (in.readLine() != null) {
                    System.out.println(registry.scrape() + "# END");
                }
            }
        }
    }

    private Process start() throws IOException {
        List<String> command = List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-Dio.nearcall.dir=" + directory.resolve("run"),
                "-cp",
                System.getProperty("java.class.path"),
                Shop.class.getName());
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String read(BufferedReader out) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line = out.readLine(); !"# END".equals(line); line = out.readLine()) {
            assertThat(line).isNotNull();
            text.append(line).append('\n');
        }
        return text.toString();
    }

    private static String golden() throws IOException {
        try (InputStream in = TwoJvmsIT.class.getResourceAsStream("scrape.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Without what differs from run to run: times, waits and how many lanes there are; and without lengths, which follow from the protocol. */
    private static String lasting(String scrape) {
        return scrape.lines()
                .map(line -> line.replaceAll(
                        "^((?:rpc\\S+_(?:sum|percentile_seconds)|nearcall_(?:lanes|(?:bytes|waits)_total))\\{.*}) .*",
                        "$1 #"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    @Test
    void shouldShowInTheServersProcessWhatClientsOfAnotherHaveCalled() throws Exception {
        Process shop = start();
        try (BufferedReader out = shop.inputReader();
                PrintStream in = new PrintStream(shop.getOutputStream(), true, StandardCharsets.UTF_8);
                Endpoint client = Endpoint.builder()
                        .directory(directory.resolve("run"))
                        .channel("shm")
                        .open()) {
            read(out);
            Orders orders = client.lookup(Orders.class);
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                callers.add(new Thread(() -> {
                    for (int j = 0; j < CALLS; j++) {
                        orders.place(j);
                    }
                }));
            }
            callers.forEach(Thread::start);
            for (Thread caller : callers) {
                caller.join();
            }
            assertThatThrownBy(() -> orders.cancel(7)).isInstanceOf(IllegalStateException.class);
            String scrape;
            int looks = 0;
            do {
                Thread.sleep(120); // longer than the meters go without a look at the page
                in.println();
                scrape = read(out);
            } while (!lasting(scrape).equals(golden()) && ++looks < 50); // the last call is counted behind its answer
            assertThat(lasting(scrape)).isEqualTo(golden());
        } finally {
            shop.destroyForcibly().waitFor();
        }
    }
}
