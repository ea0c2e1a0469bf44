// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Output for programs conforms to the schemas. */
public class SchemasTest {

    @TempDir
    private Path directory;

    /** Fails unless a line fits a schema of this command: its keys, and the kinds of its values. */
    public static void assertFits(String line, String schema) throws Exception {
        JsonObject rules;
        try (Reader file = new InputStreamReader(
                Nearcall.class.getResourceAsStream("schema/" + schema + ".json"), StandardCharsets.UTF_8)) {
            rules = JsonParser.parseReader(file).getAsJsonObject();
        }
        assertFits(line, JsonParser.parseString(line).getAsJsonObject(), rules);
    }

    private static void assertFits(String line, JsonObject object, JsonObject rules) {
        rules.getAsJsonArray("required")
                .forEach(key -> assertThat(object.keySet()).contains(key.getAsString()));
        JsonObject properties = rules.getAsJsonObject("properties");
        for (Map.Entry<String, JsonElement> each : object.entrySet()) {
            assertThat(properties.keySet()).contains(each.getKey());
            JsonObject rule = properties.getAsJsonObject(each.getKey());
            assertThat(fits(each.getValue(), rule)).as(line).isTrue();
            if (rule.has("items") && rule.getAsJsonObject("items").has("properties")) {
                each.getValue()
                        .getAsJsonArray()
                        .forEach(item -> assertFits(line, item.getAsJsonObject(), rule.getAsJsonObject("items")));
            }
        }
    }

    private static boolean fits(JsonElement value, JsonObject rule) {
        if (rule.has("const")) {
            return value.equals(rule.get("const"));
        }
        if (rule.has("enum")) {
            return rule.getAsJsonArray("enum").contains(value);
        }
        return switch (rule.get("type").getAsString()) {
            case "string" -> value instanceof JsonPrimitive text && text.isString();
            case "boolean" -> value instanceof JsonPrimitive truth && truth.isBoolean();
            case "integer" ->
                value instanceof JsonPrimitive number
                        && number.isNumber()
                        && number.getAsString().matches("-?[0-9]+");
            case "number" -> value instanceof JsonPrimitive number && number.isNumber();
            default -> value.isJsonArray();
        };
    }

    @Test
    void shouldFitTheSchemasOfVerbs() throws Exception {
        assertFits(CommandRun.of("version", "--json").out(), "version");
        assertFits(CommandRun.of("frobnicate", "--json").err(), "error");
        assertFits(CommandRun.of("call", "nothing", "--json").err(), "error");
        Path classes = CompiledSources.of(
                "shop.Shop", "package shop; public interface Shop { int add(int a, int b); }", directory);
        CommandRun described = CommandRun.of("describe", "shop.Shop", "-c", classes.toString(), "--json");
        assertThat(described.out().lines()).hasSize(1);
        assertFits(described.out(), "describe");
    }

    /** For call, the schema is that of failures, because its output is the result of the method. */
    @Test
    void shouldHaveASchemaForEachVerbWithJson() {
        new CommandLine(Nearcall.class).getSubcommands().forEach((verb, command) -> {
            if (command.getCommandSpec().findOption("--json") != null && !verb.equals("call")) {
                assertThat(Nearcall.class.getResource("schema/" + verb + ".json"))
                        .as(verb)
                        .isNotNull();
            }
        });
    }

    @Test
    void shouldWriteVersionsAsTheyAlwaysWere() {
        assertThat(CommandRun.of("version", "--json").out())
                .isEqualTo("{\"v\":1,\"nearcall\":\"" + Version.ofNearcall() + "\",\"java\":\"" + Runtime.version()
                        + "\"}\n");
    }

    @Test
    void shouldWriteErrorsAsTheyAlwaysWere() {
        assertThat(CommandRun.of("describe", "shop.Shop", "-c", "/none", "--json")
                        .err())
                .isEqualTo(
                        "{\"v\":1,\"error\":\"REFUSED\",\"outcome\":\"NOT_SENT\",\"type\":\"io.nearcall.cli.model.Refusal\","
                                + "\"message\":\"--class-path names /none, which does not exist.\",\"help\":\"\"}\n");
    }
}
