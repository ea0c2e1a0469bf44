// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import io.nearcall.cli.ExitCodes;
import io.nearcall.ipc.os.NativeLibrary;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks the host and what runs on it. */
@Command(
        name = "doctor",
        description =
                "Checks what Nearcall needs: directory, native library, system calls, limits, a call over each channel, and "
                        + "running services. Says what to do. Ends with 7 if something does not work.",
        mixinStandardHelpOptions = true)
public final class Doctor implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "One JSON object for each check.")
    private boolean json;

    private boolean failed;

    @Override
    public Integer call() {
        DirectoryChecks.Opened opened = DirectoryChecks.open();
        print(List.of(opened.finding()));
        if (opened.directory() != null) {
            print(new DirectoryChecks(opened.directory()).all());
        }
        print(List.of(LibraryCheck.library()));
        print(JavaChecks.all());
        if (NativeLibrary.isAvailable()) {
            print(KernelChecks.all());
        }
        print(new HostChecks(new HostFiles(Path.of("/")), Runtime.getRuntime().availableProcessors()).all());
        if (opened.directory() != null) {
            print(EndpointChecks.all());
            print(ChannelChecks.all());
        }
        return failed ? ExitCodes.DOCTOR_FAILED : ExitCodes.DONE;
    }

    private void print(List<Finding> findings) {
        PrintWriter out = spec.commandLine().getOut();
        for (Finding finding : findings) {
            failed |= finding.state() == Finding.State.FAIL;
            out.println(json ? finding.json() : finding.text());
        }
        out.flush();
    }
}
