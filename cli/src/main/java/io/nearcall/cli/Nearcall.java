// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.cli.look.Dump;
import io.nearcall.cli.look.Errors;
import io.nearcall.cli.look.Ls;
import io.nearcall.cli.look.Top;
import io.nearcall.cli.model.Refusal;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code nearcall}. */
@Command(
        name = "nearcall",
        description = "Looks at Nearcall's services and interfaces.",
        mixinStandardHelpOptions = true,
        version = "0.1.0-SNAPSHOT",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "2:the command line, an interface or a file is not as it has to be"},
        subcommands = {Describe.class, Ls.class, Top.class, Errors.class, Dump.class})
public final class Nearcall implements Runnable {

    @Spec
    private CommandSpec spec;

    private Nearcall() {}

    public static void main(String[] args) {
        System.exit(run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), args));
    }

    static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = new CommandLine(new Nearcall()).setOut(out).setErr(err);
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (!(failure instanceof Refusal) && !(failure instanceof UncheckedIOException)) {
                throw failure;
            }
            command.getErr().println("nearcall: " + failure.getMessage());
            return ExitCodes.USAGE;
        });
        return line.execute(args);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name what to do, such as describe.");
    }
}
