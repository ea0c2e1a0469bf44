// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be described is refused, with the name of the member. */
class RefusalsTest {

    @TempDir
    private Path directory;

    private CommandRun describe(String body, String format) throws IOException {
        String source = "package shop; import java.util.*; import java.util.concurrent.*; public interface Shop { "
                + body + " }";
        Path classes = CompiledSources.of("shop.Shop", source, directory);
        return CommandRun.of("describe", "shop.Shop", "-c", classes.toString(), "-f", format);
    }

    private void shouldRefuse(String body, String format, String... words) throws IOException {
        CommandRun run = describe(body, format);
        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"c", "c++", "python"})
    void shouldRefuseClassesThatOnlyJavaCanRead(String format) throws IOException {
        shouldRefuse(
                "class Odd implements java.io.Serializable { int a;"
                        + " private void writeObject(java.io.ObjectOutputStream out) {} }"
                        + " record Box(Odd odd) {} void put(Box box);",
                format,
                "shop.Shop$Odd: it has a serialised form of its own");
        shouldRefuse(
                "record Box(List<java.sql.Timestamp> times) {} void put(Box box);",
                format,
                "shop.Shop$Box.times: a java.sql.Timestamp travels in a form of Java's serialisation");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c", "c++", "python"})
    void shouldRefuseNamesThatTheLanguageMayNotHave(String format) throws IOException {
        shouldRefuse("int preis\u00fc();", format, "shop.Shop.preis\u00fc: its name has characters that are not ASCII");
        shouldRefuse(
                "record Box(int h\u00f6he) {} void put(Box box);",
                format,
                "shop.Shop$Box.h\u00f6he: its name has characters that are not ASCII");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c", "c++", "python"})
    void shouldRefuseAMethodThatNeitherSideCanHave(String format) throws IOException {
        shouldRefuse(
                "Flow.Publisher<String> both(Flow.Publisher<String> lines);",
                format,
                "shop.Shop.both: libnearcall neither passes nor offers a Flow.Publisher");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c", "c++", "python"})
    void shouldSayWhichMethodsOneSideLeavesOut(String format) throws IOException {
        CommandRun run = describe("void read(Flow.Publisher<String> lines); Flow.Publisher<String> lines();", format);
        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .contains("shop.Shop.read is left out of the stub", "shop.Shop.lines is left out of the skeleton");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c", "c++", "python"})
    void shouldRefuseNamesThatBecomeOne(String format) throws IOException {
        shouldRefuse(
                "record Box(int not, int not_, int a$, int a_) {} void put(Box box);",
                format,
                "shop.Shop$Box.not_: it becomes not_, as does shop.Shop$Box.not. Rename it.",
                "shop.Shop$Box.a_: it becomes a_, as does shop.Shop$Box.a$. Rename it.");
        shouldRefuse(
                "void put(int and, int and_);", format, "shop.Shop.put(int, int), parameter and_: it becomes and_");
        shouldRefuse("enum Colour { A$, A_ } Colour get();", format, "shop.Shop$Colour.A_: it becomes");
        shouldRefuse(
                "void put(int a); void put(long b); void put_int();",
                format,
                "shop.Shop.put_int(): it becomes",
                "put_int, as does shop.Shop.put(int)");
    }

    @Test
    void shouldRefuseNamesOfGeneratedHelpers() throws IOException {
        shouldRefuse(
                "record Shop_handlers(int a) {} Shop_handlers get();", "c", "shop.Shop: it becomes shop_Shop_handlers");
        shouldRefuse("byte[] put(byte[] b, int b_length);", "c", "parameter b_length: it becomes b_length");
        shouldRefuse("record ShopSkeleton(int a) {} ShopSkeleton get();", "c++", "shop.Shop$ShopSkeleton: it becomes");
    }

    @Test
    void shouldRefuseAParameterWithTheNameOfAnExceptionWithoutAPackage() throws IOException {
        String source = "public interface Shop { void go(int lost) throws lost; class lost extends Exception {} }";
        Path classes = CompiledSources.of("Shop", source, directory);
        CommandRun run = CommandRun.of("describe", "Shop", "-c", classes.toString(), "-f", "c");
        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.err()).contains("Shop.go(int), parameter lost: an exception without a package has that name");
    }

    @Test
    void shouldRefuseMembersWithTheNameOfAType() throws IOException {
        shouldRefuse("record Box(int Box) {} Box get();", "c++", "shop.Shop$Box.Box: its name is that of a type");
        shouldRefuse("int Shop();", "c++", "shop.Shop.Shop(): its name is that of a type");
        shouldRefuse(
                "class SoldOut extends Exception {} void SoldOut() throws SoldOut;",
                "python",
                "shop.Shop.SoldOut(): its name is that of a class of the module");
        shouldRefuse("int __put();", "python", "shop.Shop.__put(): Python changes names");
        shouldRefuse("enum Mark { _a_ } Mark get();", "python", "shop.Shop$Mark._a_: enum.Enum has other uses");
    }

    @Test
    void shouldRefuseModulesThatPythonCannotImport() throws IOException {
        describe("int add(int a, int b);", "java");
        String classes = directory.resolve("classes").toString();
        for (String name : List.of("enum", "queue", "class", "nearcall")) {
            CommandRun run = CommandRun.of("describe", "shop.Shop", "-c", classes, "-f", "python", "-n", name);
            assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
            assertThat(run.err()).contains("cannot be called " + name, "--name");
        }
    }

    @Test
    void shouldRefuseWhatAnEndpointRefuses() throws IOException {
        shouldRefuse("void go(Thread thread);", "java", "Shop.go, parameter 1", "java.lang.Thread");
        shouldRefuse(
                "@io.nearcall.Deadline(\"soon\") void go();",
                "json",
                "Shop.go, @Deadline: Duration \"soon\" is not a duration");
        shouldRefuse("@io.nearcall.OneWay int go();", "java", "go", "one-way");
    }

    @Test
    void shouldRefuseAClassThatIsNotThere() throws IOException {
        Path classes = CompiledSources.of(
                "shop.Shop", "package shop; public interface Shop { void put(Part part); } class Part {}", directory);
        CommandRun unknown = CommandRun.of("describe", "shop.Store", "-c", classes.toString());
        assertThat(unknown.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(unknown.err()).contains("no class shop.Store in " + classes);
        Files.delete(classes.resolve("shop/Part.class"));
        CommandRun broken = CommandRun.of("describe", "shop.Shop", "-c", classes.toString());
        assertThat(broken.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(broken.err()).contains("shop/Part", "Add it to --class-path");
    }

    @Test
    void shouldRefuseToAllowWhatHasNoValues() throws IOException {
        describe("interface Shape {} record Box(Hat hat) {} record Hat(int size) {} Object any();", "java");
        String classes = directory.resolve("classes").toString();
        CommandRun shape = CommandRun.of("describe", "shop.Shop", "-c", classes, "-a", "shop.Shop.Shape");
        assertThat(shape.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(shape.err()).contains("shop.Shop$Shape cannot be allowed");
        CommandRun box = CommandRun.of("describe", "shop.Shop", "-c", classes, "-a", "shop.Shop.Box", "-f", "c++");
        assertThat(box.out())
                .contains("struct Box {", "nearcall::value hat; /* Hat */")
                .doesNotContain("struct Hat");
    }

    @Test
    void shouldRefuseAClassPathThatIsNotThere() {
        CommandRun run = CommandRun.of("describe", "shop.Shop", "-c", directory + "/none");
        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.err()).contains(directory + "/none, which does not exist");
    }

    @Test
    void shouldRefuseAClassPathWithAFileThatIsNoJar() throws IOException {
        Path file = Files.writeString(directory.resolve("prices.jar"), "no jar");
        CommandRun run = CommandRun.of("describe", "shop.Shop", "-c", file.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.err()).contains(file + ", which is neither a directory nor a jar");
    }

    @Test
    void shouldRefuseAFormatThatIsNotThere() throws IOException {
        shouldRefuse("int add(int a, int b);", "cobol", "no format \"cobol\"", "c++");
    }

    @Test
    void shouldFindANestedInterfaceByItsNameInSources() throws IOException {
        CommandRun run = describe("interface Till { int put(int amount); }", "java");
        assertThat(run.exitCode()).isZero();
        Path classes = directory.resolve("classes");
        assertThat(CommandRun.of("describe", "shop.Shop.Till", "-c", classes.toString())
                        .out())
                .contains("interface shop.Shop.Till {");
    }
}
