// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of an interface that has whatever an interface may have. */
class DescriptionsTest {

    @TempDir
    private static Path directory;

    private static String classes;

    @BeforeAll
    static void compile() throws IOException {
        classes = CompiledSources.ofDirectory("cli/src/test/resources/io/nearcall/cli/odd", directory)
                .toString();
    }

    private static String described(String name, String format) {
        CommandRun run = CommandRun.of("describe", name, "-c", classes, "-f", format);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.out();
    }

    @Test
    void shouldReplaceTheTypesOfAGenericParent() {
        assertThat(described("odd.Odd", "java"))
                .contains("    Item get(String key);\n", "    Map<String, List<Item>> all(Item[] some);\n")
                .doesNotContain("size()");
    }

    @Test
    void shouldTellMarksDeadlinesAndFormerNames() {
        assertThat(described("odd.Odd", "java"))
                .contains(
                        "    @Deadline(\"1.5ms\")\n    @FormerName(\"before\")\n    short after(short s, long l, float f);\n")
                .contains("    @Deadline(\"NONE\")\n    @OneWay\n    void tell(Empty empty, TimeUnit unit);\n")
                .contains(
                        "@RemoteObject\ninterface odd.Odd.Listener {\n    void heard(Odd odd, @ByValue Object value);\n")
                .contains("    @ByRef Supplier supplier(@ByRef Runnable task);\n");
        JsonObject all = JsonParser.parseString(described("odd.Odd", "json")).getAsJsonObject();
        JsonObject after = all.getAsJsonArray("interfaces")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("methods")
                .get(0)
                .getAsJsonObject();
        assertThat(after.get("deadlineNs").getAsLong()).isEqualTo(1_500_000);
        assertThat(after.getAsJsonArray("formerNames")).hasSize(1);
        assertThat(after.get("form").getAsString()).isEqualTo("(SJF)S");
    }

    @Test
    void shouldTellApartClassesWithOneName() {
        assertThat(described("odd.Odd", "c++")).contains("struct First_Item {", "struct Odd_Second_Item {");
        assertThat(described("odd.Odd", "python")).contains("class First_Item:", "class Odd_Second_Item:");
        assertThat(described("odd.Odd", "c")).contains("struct odd_First_Item {", "struct odd_Odd_Second_Item {");
    }

    @Test
    void shouldTellApartClassesOfTwoPackagesWithOneName() {
        assertThat(described("odd.Odd", "python"))
                .contains("class odd_Left:", "class even_Left:", "right: Right\n    self_: odd_Left | None\n")
                .contains("def place_odd_Odd_Left(self, left: odd_Left)", "def place_even_Left(self, left: even_Left)");
        assertThat(described("odd.Odd", "c")).contains("struct odd_Left {", "struct even_Left {");
        assertThat(described("odd.Odd", "c++")).contains("namespace even {\n\nstruct Left;");
    }

    @Test
    void shouldTellApartOverloadsThatTakeOneTypeInCpp() {
        assertThat(described("odd.Odd", "c++"))
                .contains("void put_List(const std::vector<std::string>& some) const;")
                .contains("virtual void put_Collection(const std::vector<std::string>& some) = 0;")
                .contains("void put(const std::set<std::string>& some) const;");
    }

    @Test
    void shouldTellWhatAnEntryHas() {
        assertThat(described("odd.Odd", "java"))
                .contains("    Entry<String, Long> uuid(Entry<Integer, List<String>> entry);\n");
        assertThat(described("odd.Odd", "python"))
                .contains("def uuid(self, entry: tuple[nearcall.Int, list[str]]) -> tuple[str, nearcall.Long]:");
    }

    @Test
    void shouldKeepFormerNamesInShapes() {
        assertThat(described("odd.Odd", "c++"))
                .contains("member{\"now\", &::odd::Old::now, \"int exact was a,b\"}")
                .contains("shape = \"enum\\nEOF\\nNULL\\nSTARTED was begun\\ndefault_\";");
        assertThat(described("odd.Odd", "python")).contains("    \"now int exact was a,b\",\n");
    }

    @Test
    void shouldDescribeInterfacesOfJavaRmi() {
        assertThat(described("odd.Odd.Legacy", "c++"))
                .contains("class Legacy :", "describe(\"odd.Odd$Legacy\", \"remote interface\");");
    }
}
