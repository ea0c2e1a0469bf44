// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.cli.bench.Bench;
import io.nearcall.cli.call.Call;
import io.nearcall.cli.doctor.Doctor;
import io.nearcall.cli.look.Dump;
import io.nearcall.cli.look.Errors;
import io.nearcall.cli.look.Ls;
import io.nearcall.cli.look.Top;
import io.nearcall.cli.look.Trace;
import io.nearcall.cli.look.Waits;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code nearcall}. */
@Command(
        name = "nearcall",
        description = "Lists, describes, calls and checks Nearcall's services.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the method ran, and threw",
            "2:the command line, an interface, an argument or a file is not as it has to be",
            "3:nothing was sent",
            "4:nothing was sent, as there is no such service or method",
            "5:the method has not started; the call is safe to repeat",
            "6:the method may have run, or its result is not printed",
            "7:a check of doctor has failed",
            "8:threads wait for each other",
            "70:a fault of the command itself",
            "130:interrupted by Ctrl-C"
        },
        subcommands = {
            Ls.class,
            Top.class,
            Errors.class,
            Dump.class,
            Trace.class,
            Waits.class,
            Describe.class,
            Generate.class,
            Call.class,
            Doctor.class,
            Bench.class,
            Clean.class,
            Archive.class,
            Completion.class,
            Manual.class,
            Version.class
        })
public final class Nearcall implements Runnable {

    @Spec
    private CommandSpec spec;

    private Nearcall() {}

    static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line =
                new CommandLine(new Nearcall()).setOut(out).setErr(err).setExpandAtFiles(false);
        boolean json = List.of(args).contains("--json");
        line.setExecutionExceptionHandler((thrown, command, parsed) -> {
            if (thrown instanceof ParameterException wrong) {
                return usage(wrong, json);
            }
            Failure failure = Failure.of(thrown);
            if (failure == null) {
                return fault(thrown, json, err);
            }
            err.println(json ? failure.json() : failure.text());
            return failure.exitCode();
        });
        line.setParameterExceptionHandler((wrong, ignored) -> usage(wrong, json));
        try {
            return line.execute(args);
        } catch (Error e) { // the parser passes only exceptions to its handler
            return fault(e, json, err);
        }
    }

    private static int fault(Throwable thrown, boolean json, PrintWriter err) {
        if (json) {
            err.println(Failure.fault(thrown).json());
        } else {
            thrown.printStackTrace(err);
        }
        return ExitCodes.FAULT;
    }

    private static int usage(ParameterException wrong, boolean json) {
        CommandLine command = wrong.getCommandLine();
        if (!json) {
            command.getErr().println(wrong.getMessage());
            if (!CommandLine.UnmatchedArgumentException.printSuggestions(wrong, command.getErr())) {
                command.usage(command.getErr());
            }
            return ExitCodes.USAGE;
        }
        String help = command.getCommandSpec().qualifiedName(" ") + " --help";
        command.getErr()
                .println(Failure.usage("USAGE", wrong.getClass().getName(), wrong.getMessage(), help)
                        .json());
        return ExitCodes.USAGE;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name what to do, such as ls.");
    }
}
