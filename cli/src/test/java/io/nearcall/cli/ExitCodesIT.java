// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exit codes of a real process, and its output on standard output and standard error. */
class ExitCodesIT {

    @TempDir
    private Path directory;

    private Path classes;

    @BeforeEach
    void compile() throws IOException {
        classes = CompiledSources.of(
                "shop.Shop", "package shop; public interface Shop { int add(int a, int b); }", directory);
    }

    private int run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(CompiledSources.REPOSITORY.resolve("cli/run").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.environment().put("CLI_CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder.start().waitFor();
    }

    private String out() throws IOException {
        return Files.readString(directory.resolve("out"));
    }

    private String err() throws IOException {
        return Files.readString(directory.resolve("err"));
    }

    @Test
    void shouldEndWithZeroAndPrintTheDescription() throws Exception {
        assertThat(run("describe", "shop.Shop", "-c", classes.toString())).isZero();
        assertThat(out()).isEqualTo("""
                        interface shop.Shop {
                            int add(int a, int b);
                        }
                        """);
        assertThat(err()).isEmpty();
    }

    @Test
    void shouldEndWithZeroAndWriteAFile() throws Exception {
        Path output = directory.resolve("a/b");
        assertThat(run("describe", "shop.Shop", "-c", classes.toString(), "-f", "c++", "-o", output.toString()))
                .isZero();
        assertThat(output.resolve("shop.hpp")).content().contains("class ShopSkeleton");
        assertThat(out()).isEmpty();
        assertThat(run(
                        "describe",
                        "shop.Shop",
                        "-c",
                        classes.toString(),
                        "-f",
                        "c++",
                        "-o",
                        output.toString(),
                        "-n",
                        "till"))
                .isZero();
        assertThat(output.resolve("till.hpp")).content().contains("shop.Shop --name till", "void describe_till(");
    }

    @Test
    void shouldEndWithZeroWhenItHelps() throws Exception {
        assertThat(run("--help")).isZero();
        assertThat(out()).contains("describe", "Exit codes:", "the method may have run", "130");
        assertThat(run("describe", "--help")).isZero();
        assertThat(out()).contains("--class-path", "--format");
    }

    @Test
    void shouldEndWithTwoForAWrongCommandLine() throws Exception {
        assertThat(run()).isEqualTo(2);
        assertThat(err()).contains("Name what to do, such as ls.");
        assertThat(run("describe", "orders", "--allow", "shop.Shop")).isEqualTo(2);
        assertThat(err()).contains("--class-path");
        assertThat(run("call", "orders")).isEqualTo(2);
        assertThat(run("completion", "fish")).isEqualTo(2);
        assertThat(run("forget")).isEqualTo(2);
        assertThat(run("describe", "shop.Shop", "-c", classes.toString(), "-n", "../till"))
                .isEqualTo(2);
        assertThat(err()).contains("is no name");
    }

    @Test
    void shouldEndWithTwoForAnInterfaceOrAFileThatWillNotDo() throws Exception {
        assertThat(run("describe", "shop.Store", "-c", classes.toString())).isEqualTo(2);
        assertThat(out()).isEmpty();
        assertThat(err()).startsWith("nearcall: There is no class shop.Store");
        Path file = Files.createFile(directory.resolve("file"));
        assertThat(run("describe", "shop.Shop", "-c", classes.toString(), "-o", file.toString()))
                .isEqualTo(2);
        assertThat(err()).contains("file/shop.txt cannot be written");
    }
}
