// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Meters and spans of two JVMs, one of which calls the other as an endpoint of another host. */
@Timeout(120)
class ObservedCallsIT {

    private static final String END = "# END";

    private final Observed client = new Observed(Endpoint.builder().lookupTimeout(Duration.ofSeconds(30)));
    private Process process;
    private BufferedReader said;
    private PrintStream asked;
    private int port;

    /** The server. Prints its port, then what it counts and its spans for each line that it reads. */
    static final class Server {

        private Server() {}

        public static void main(String[] arguments) throws IOException {
            GrpcTransport door = GrpcTransport.builder().listen(0).build();
            try (Observed observed = new Observed(Endpoint.builder().transport(door))) {
                observed.endpoint().export(Calculator.class, new Calculator.Simple());
                System.out.println(door.port());
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    observed.counts().forEach(System.out::println);
                    observed.spans().forEach(span -> System.out.println(withParent(span)));
                    System.out.println(END);
                }
            }
        }
    }

    private static String withParent(SpanData span) {
        return span.getTraceId() + " " + span.getParentSpanId() + " " + Observed.attributes(span);
    }

    @BeforeEach
    void start() throws IOException {
        process = SecondJvm.start(
                List.of("-Dio.nearcall.dir=" + System.getProperty("io.nearcall.dir", "")), Server.class);
        said = process.inputReader(StandardCharsets.UTF_8);
        asked = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        port = Integer.parseInt(said.readLine());
    }

    @AfterEach
    void close() throws InterruptedException {
        client.close();
        process.destroyForcibly().waitFor();
    }

    private List<String> ofServer() throws IOException {
        asked.println();
        List<String> lines = new ArrayList<>();
        for (String line = said.readLine(); !END.equals(line); line = said.readLine()) {
            assertThat(line).isNotNull();
            lines.add(line);
        }
        return lines;
    }

    private Calculator lookup(String places) {
        return client.endpoint().lookup(Calculator.class, "grpc://calculator@" + places);
    }

    @Test
    void shouldCountTheCallsOfEachMethodWithTheirTargetOnBothSides() throws Exception {
        Calculator one = lookup("localhost:" + port);
        Calculator balanced = lookup("dns:///localhost:" + port);
        String several = "localhost:" + port + ",127.0.0.1:" + port;
        Calculator both = lookup(several);
        for (int i = 0; i < 5; i++) {
            one.add(i, 1);
        }
        balanced.add(1, 1);
        both.add(1, 1);
        assertThatThrownBy(() -> one.divide(1, 0)).isInstanceOf(ArithmeticException.class);

        String single = " at localhost port " + port + ": ";
        List<String> called = List.of(
                "nearcall.calls.failed calculator/divide" + single + "1",
                "rpc.client.call.duration calculator/add" + single + "6",
                "rpc.client.call.duration calculator/add at " + several + " port none: 1",
                "rpc.client.call.duration calculator/divide" + single + "1");
        List<String> served = List.of(
                "nearcall.calls.failed calculator/divide at calculator port none: 1",
                "rpc.server.call.duration calculator/add at calculator port none: 7",
                "rpc.server.call.duration calculator/divide at calculator port none: 1");
        for (int looks = 0;
                looks < 100 && !(client.counts().equals(called) && ofServer().equals(served));
                looks++) {
            TimeUnit.MILLISECONDS.sleep(120); // longer than the meters go without a look at the page
        }
        assertThat(client.counts()).isEqualTo(called);
        assertThat(ofServer()).isEqualTo(served);
    }

    @Test
    void shouldContinueATraceOnTheOtherSide() throws Exception {
        Calculator calculator = lookup("localhost:" + port);
        Span checkout = client.tracer().spanBuilder("checkout").startSpan();
        try (Scope scope = checkout.makeCurrent()) {
            assertThat(scope).isNotNull();
            calculator.add(2, 3);
            assertThatThrownBy(() -> calculator.divide(1, 0)).isInstanceOf(ArithmeticException.class);
        } finally {
            checkout.end();
        }
        calculator.add(3, 4); // within no span

        List<SpanData> calls = client.spans().stream()
                .filter(span -> span.getKind() == SpanKind.CLIENT)
                .toList();
        assertThat(calls)
                .allSatisfy(call -> assertThat(call.getParentSpanId())
                        .isEqualTo(checkout.getSpanContext().getSpanId()))
                .extracting(Observed::attributes)
                .containsExactly(
                        "CLIENT calculator/add at localhost port " + port + " over grpc: OK",
                        "CLIENT calculator/divide at localhost port " + port + " over grpc: THROWN");
        String trace = checkout.getSpanContext().getTraceId() + " ";
        List<String> expected = List.of(
                trace + calls.get(0).getSpanId() + " SERVER calculator/add at calculator port null over grpc: OK",
                trace + calls.get(1).getSpanId()
                        + " SERVER calculator/divide at calculator port null over grpc: THROWN");
        List<String> seen = serverSpans();
        for (int looks = 0; looks < 100 && seen.size() < expected.size(); looks++) {
            TimeUnit.MILLISECONDS.sleep(20); // a span of the server ends behind its answer
            seen = serverSpans();
        }
        assertThat(seen).isEqualTo(expected);
    }

    private List<String> serverSpans() throws IOException {
        return ofServer().stream().filter(line -> line.contains(" SERVER ")).toList();
    }
}
