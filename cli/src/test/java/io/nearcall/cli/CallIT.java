// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.nearcall.cli.LiveServer.Run;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls with arguments in JSON, of a server with classes that the command does not have. */
@Timeout(400)
class CallIT {

    @TempDir
    private static Path directory;

    private static LiveServer server;

    @BeforeAll
    static void start() throws IOException {
        server = LiveServer.start(directory, "-Dio.nearcall.inspect=call");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String result(String... arguments) throws Exception {
        Run run = server.run(arguments);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return run.out();
    }

    private static String call(String method, String... arguments) throws Exception {
        String[] line = new String[arguments.length + 2];
        line[0] = "call";
        line[1] = "market." + method;
        System.arraycopy(arguments, 0, line, 2, arguments.length);
        return result(line).stripTrailing();
    }

    @Test
    void shouldCallWithNumbersAndTexts() throws Exception {
        assertThat(result("call", "market.add", "2", "3")).isEqualTo("5\n");
        assertThat(call("greet", "world")).isEqualTo("\"Hello, world\"");
        assertThat(call("greet", "\"two words\"")).isEqualTo("\"Hello, two words\"");
        assertThat(call("greet", "7")).isEqualTo("\"Hello, 7\"");
        assertThat(call("ping")).isEmpty();
        assertThat(result("call", "old.market.add", "2", "3")).isEqualTo("5\n");
    }

    @Test
    void shouldMakeObjectsWithoutTheirCode() throws Exception {
        assertThat(call("place", "{'customer':'anna','lines':[{'article':'tea','count':3}]}".replace('\'', '"')))
                .isEqualTo("{\"customer\":\"anna\",\"pieces\":3,\"at\":\"1970-01-01T00:00:00Z\"}");
        assertThat(call("grown", "{\"@type\":\"market.Market$Circle\",\"radius\":1.5}"))
                .isEqualTo("{\"@type\":\"market.Market$Circle\",\"radius\":3.0}");
        assertThat(call("byKey", "[[{\"name\":\"b\",\"number\":2},[1,2]],[{\"name\":\"a\",\"number\":1},[]]]"))
                .isEqualTo("[[{\"name\":\"a\",\"number\":1},[]],[{\"name\":\"b\",\"number\":2},[1,2]]]");
        assertThat(call("sorted", "[{\"name\":\"b\",\"number\":2},{\"name\":\"a\",\"number\":1}]"))
                .isEqualTo("[{\"name\":\"a\",\"number\":1},{\"name\":\"b\",\"number\":2}]");
        String order = "{\"id\":\"7\",\"customer\":\"c\",\"due\":null,\"lines\":[]}";
        String page = "{\"items\":[" + order + "],\"number\":1,\"byName\":{\"c\":" + order + "}}";
        assertThat(JsonParser.parseString(call("page", page))).isEqualTo(JsonParser.parseString(page));
    }

    /** Those of a record's members, and those that the JDK has, where any object may be. */
    @ParameterizedTest
    @CsvSource({"echo, everything.json", "any, jdk-values.json"})
    void shouldCarryEveryKindOfValue(String method, String name) throws Exception {
        Path file = CompiledSources.REPOSITORY.resolve("cli/src/test/resources/io/nearcall/cli/" + name);
        assertThat(JsonParser.parseString(call(method, "@" + file)))
                .isEqualTo(JsonParser.parseString(Files.readString(file)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "7",
                "7.5",
                "true",
                "\"text\"",
                "null",
                "[1,\"a\",[null]]",
                "{\"a\":1,\"b\":{}}",
                "{\"@type\":\"java.time.Instant\",\"value\":\"2026-11-27T00:00:00Z\"}",
                "{\"@type\":\"market.Market$Key\",\"name\":\"k\",\"number\":1}",
                "12345678901234567890",
            })
    void shouldCarryAnyObject(String json) throws Exception {
        assertThat(call("any", json)).isEqualTo(json);
    }

    @Test
    void shouldPrintALineForEachElementOfAStream() throws Exception {
        assertThat(result("call", "market.count", "3")).isEqualTo("0\n1\n2\n");
        assertThat(call("squares", "3")).isEqualTo("0\n1\n4");
        assertThat(call("words", "300").lines())
                .hasSize(300)
                .startsWith("\"word0\"")
                .endsWith("\"word299\"");
        assertThat(call("orders", "2").lines()).hasSize(2).allMatch(line -> line.contains("\"customer\":\"c"));
        assertThat(call("count", "0")).isEmpty();
        assertThat(call("sum", "[1,2,3]")).isEqualTo("6");
        assertThat(call("total", "[1,2,4]")).isEqualTo("7");
    }

    @Test
    void shouldAwaitFuturesAndSendOneWayCalls() throws Exception {
        assertThat(call("later", "50")).isEqualTo("\"later\"");
        assertThat(call("audit", "opened")).isEmpty();
        assertThat(call("audited")).isEqualTo("\"opened\"");
    }

    @Test
    void shouldReadArgumentsFromFilesAndStandardInput() throws Exception {
        Path number = Files.writeString(directory.resolve("number"), "40\n");
        assertThat(call("add", "@" + number, "2")).isEqualTo("42");
        assertThat(call("add", "2", "-d", "@" + number)).isEqualTo("42");
        Path in = Files.writeString(directory.resolve("in"), "41");
        assertThat(server.process(in, "call", "market.add", "-d", "@-", "-d", "2"))
                .isEqualTo(new Run(ExitCodes.DONE, "43\n", ""));
    }

    @Test
    void shouldCarryHeadersAndDeadlines() throws Exception {
        assertThat(call("header", "tenant", "-H", "tenant: acme", "-H", "other:x"))
                .isEqualTo("\"acme\"");
        Run late = server.run("call", "market.slow", "10000", "--timeout", "200ms");
        assertThat(late.exitCode()).isEqualTo(6);
        assertThat(late.err()).contains("was not answered within").contains("may have run");
    }

    @Test
    void shouldTellOverloadsApart() throws Exception {
        Run both = server.run("call", "market.put", "7");
        assertThat(both.exitCode()).isEqualTo(2);
        assertThat(both.err()).contains("put_int, put_String");
        assertThat(call("put_int", "7")).isEqualTo("7");
        assertThat(call("put_String", "seven")).isEqualTo("5");
    }

    @Test
    void shouldSayThatTheMethodThrew() throws Exception {
        Run threw = server.run("call", "market.place", "{\"lines\":[]}");
        assertThat(threw.exitCode()).isEqualTo(1);
        assertThat(threw.out()).isEmpty();
        assertThat(threw.err())
                .isEqualTo("nearcall: market.place threw market.Market$OutOfStock: no tea  (process " + server.pid()
                        + "; it ran)\n");
        Run state = server.run("call", "market.fail", "on purpose", "--json");
        assertThat(state.exitCode()).isEqualTo(1);
        JsonObject error = JsonParser.parseString(state.err()).getAsJsonObject();
        assertThat(error.get("v").getAsInt()).isEqualTo(1);
        assertThat(error.get("error").getAsString()).isEqualTo("METHOD_THREW");
        assertThat(error.get("outcome").getAsString()).isEqualTo("RAN");
        assertThat(error.get("type").getAsString()).isEqualTo("java.lang.IllegalStateException");
        assertThat(error.get("message").getAsString()).contains("on purpose");
        assertThat(state.err().lines()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "add; 1; There are 1 arguments for int add(int a, int b).",
                "put_int; 3000000000; value: 3000000000 does not fit into int",
                "put_int; 1.5; does not fit into int",
                "put_int; true; a number is needed",
                "put_int; null; null is no int",
                "put_int; {; this is not JSON",
                "place; {\"customr\":\"a\"}; Order has no member customr; it has [id, customer, lines, due]",
                "place; {\"lines\":[{\"count\":\"x\"}]}; order.lines[0].count: a number is needed",
                "grown; {\"radius\":1}; name the class of the object",
                "grown; {\"@type\":\"market.Market$Key\"}; is no market.Market$Shape",
                "any; {\"@type\":\"market.Code\"}; reaches no class market.Code",
                "watch; {}; is passed by reference",
            })
    void shouldRefuseArgumentsThatDoNotFit(String method, String argument, String message) throws Exception {
        Run run = server.run("call", "market." + method, argument);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(message);
    }

    @Test
    void shouldShowReferencesAsSuch() throws Exception {
        assertThat(call("cart")).isEqualTo("{\"@reference\":[\"market.Market$Cart\"]}");
        assertThat(call("watch", "null")).isEmpty();
    }

    @Test
    void shouldPrintElementsAsTheyComeAndCloseTheSourceOnCtrlC() throws Exception {
        ProcessBuilder command = server.command("call", "market.endless");
        command.command().addAll(0, List.of("env", "--default-signal=INT")); // a build in the background ignores it
        Process run = command.start();
        CompletableFuture.delayedExecutor(120, TimeUnit.SECONDS).execute(run::destroyForcibly);
        try (BufferedReader out = run.inputReader()) {
            for (int i = 0; i < 5; i++) {
                assertThat(out.readLine()).isEqualTo(Integer.toString(i));
            }
            assertThat(call("openStreams")).isEqualTo("1");
            new ProcessBuilder("kill", "-INT", Long.toString(run.pid())).start().waitFor();
            while (out.readLine() != null) {
                // to the end
            }
        }
        assertThat(run.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(run.exitValue()).isEqualTo(130);
        while (!call("openStreams").equals("0")) {
            // the source is closed when its process has noticed the end of the other one
        }
    }

    @Test
    void shouldPrintCollectionsAsStreamsIfAskedTo() throws Exception {
        String lines = "[{'name':'b','number':2},{'name':'a','number':1}]".replace('\'', '"');
        assertThat(call("sorted", lines, "--as-stream"))
                .isEqualTo("{\"name\":\"a\",\"number\":1}\n{\"name\":\"b\",\"number\":2}");
        assertThat(call("sorted", "[]", "--as-stream")).isEmpty();
        assertThat(call("count", "2", "--as-stream")).isEqualTo("0\n1");
        assertThat(call("add", "1", "2", "--as-stream")).isEqualTo("3");
    }

    @Test
    void shouldTellAnErrorOfTheMethodFromAFaultOfItsOwn() throws Exception {
        Run method = server.run("call", "market.breakDown", "torn", "--json");
        assertThat(method.exitCode()).isEqualTo(1);
        assertThat(method.err()).contains("\"error\":\"METHOD_THREW\"", "java.lang.AssertionError: torn");
        Run stream = server.run("call", "market.broken");
        assertThat(stream.exitCode()).isEqualTo(1);
        assertThat(stream.err()).contains("threw java.lang.AssertionError: torn");

        Path classes = Files.createDirectories(directory.resolve("broken/com/google/gson"));
        Files.writeString(classes.resolve("JsonPrimitive.class"), "none");
        ProcessBuilder command = server.command("call", "market.add", "1", "2", "--json");
        command.environment()
                .merge("CLI_CLASSPATH", directory.resolve("broken") + ":", (path, broken) -> broken + path);
        Process fault =
                command.redirectError(directory.resolve("fault").toFile()).start();
        assertThat(fault.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(fault.exitValue()).isEqualTo(ExitCodes.FAULT);
        List<String> err = Files.readAllLines(directory.resolve("fault"));
        SchemasTest.assertFits(err.get(err.size() - 1), "error");
        assertThat(err.get(err.size() - 1)).contains("\"error\":\"FAULT\"", "\"type\":\"java.lang.ClassFormatError\"");
    }

    @Test
    void shouldStopWhenNobodyReads() throws Exception {
        Process run = server.command("call", "market.count", "2000000000", "--json")
                .redirectError(directory.resolve("closed").toFile())
                .start();
        try (BufferedReader out = run.inputReader()) {
            assertThat(out.readLine()).isEqualTo("0");
        }
        assertThat(run.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(run.exitValue()).isEqualTo(6); // it ran, so it is not safe to repeat
        assertThat(Files.readString(directory.resolve("closed")))
                .contains("\"error\":\"RESULT_NOT_PRINTED\",\"outcome\":\"RAN\"");
    }
}
