// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.build.GenerateStubs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code generate} writes beside compiled interfaces. */
class GenerateTest {

    private static final String SHOP =
            "package shop; public interface Shop { record Box(int size) {} void put(Box box); }";
    private static final String CASH_DESK =
            "package shop; @io.nearcall.RemoteService public interface CashDesk { void open(Shop.Box box); }";

    @TempDir
    private Path directory;

    private static CommandRun generate(Object... arguments) {
        return CommandRun.of(Stream.concat(Stream.of("generate"), Stream.of(arguments))
                .map(Object::toString)
                .toArray(String[]::new));
    }

    private static TreeMap<String, String> filesIn(Path directory) throws IOException {
        TreeMap<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                found.put(directory.relativize(file).toString(), new String(Files.readAllBytes(file), "ISO-8859-1"));
            }
        }
        return found;
    }

    @Test
    void shouldWriteWhatTheGeneratorWrites() throws Exception {
        Path classes = CompiledSources.of("shop.Shop", SHOP, directory);
        Path output = directory.resolve("output");
        assertThat(generate(classes, "shop.Shop", "--output", output)).isEqualTo(new CommandRun(0, "", ""));
        Path expected = directory.resolve("expected");
        GenerateStubs.generate(classes, List.of("shop.Shop"), getClass().getClassLoader(), expected);
        assertThat(filesIn(output)).isEqualTo(filesIn(expected)).containsKeys("shop/Shop$NearcallStub.class");
    }

    @Test
    void shouldFindOtherClassesOnTheClassPath() throws Exception {
        Path library = CompiledSources.of("shop.Shop", SHOP, directory.resolve("library"));
        Path classes = directory.resolve("classes");
        CompiledSources.against(library, "shop.CashDesk", CASH_DESK, directory);
        CompiledSources.against(library, "shop.Till", "package shop; public interface Till extends Shop {}", directory);

        CommandRun broken = generate(classes);
        assertThat(broken.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(broken.err()).contains("missing: shop/Shop. Add it to --class-path");
        CommandRun refused = generate(classes, "shop.CashDesk");
        assertThat(refused.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(refused.err())
                .contains("shop.CashDesk cannot be called remotely", "NoClassDefFoundError: shop/Shop$Box");

        CommandRun run = generate(classes, "-c", library);
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEqualTo("nearcall: the codec of shop.Shop$Box is generated at run time\n");
        assertThat(filesIn(classes)).containsKey("shop/CashDesk$NearcallSkeleton.class");
    }

    @Test
    void shouldSayWhatItCannotDo() throws Exception {
        assertThat(generate(directory.resolve("none")).err()).contains("is not a directory");
        Path classes = CompiledSources.of(
                "shop.Shop", "package shop; public interface Shop { @io.nearcall.OneWay int put(); }", directory);
        assertThat(generate(classes, "shop.Shed").err()).contains("There is no class shop.Shed in " + classes);
        CommandRun run = generate(classes, "shop.Shop");
        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.err()).contains("shop.Shop cannot be called remotely", "put");
    }
}
