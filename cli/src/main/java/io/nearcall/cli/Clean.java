// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.internal.discovery.Leftovers;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceListing;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.ipc.fifo.FifoChannelProvider;
import io.nearcall.ipc.os.NativeLibrary;
import io.nearcall.ipc.socket.UnixChannelProvider;
import io.nearcall.ipc.sysv.SysVChannelProvider;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Removes what dead processes have left behind. */
@Command(
        name = "clean",
        description =
                "Removes what killed processes have left in the runtime directory: names of services, FIFOs, sockets and "
                        + "System V objects. What a living process has is not touched.",
        mixinStandardHelpOptions = true)
final class Clean implements Runnable {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "One JSON object for each thing that was removed.")
    private boolean json;

    @Override
    public void run() {
        RuntimeDirectory directory = UsedDirectory.open();
        for (String name : Leftovers.names(directory)) {
            if (ServiceListing.sweep(directory, new ServiceName(name))) {
                print("name", name, 1);
            }
        }
        int swept = sweepChannels(Path.of(directory.path()));
        if (swept > 0) {
            print("channels", directory.path(), swept);
        }
    }

    private static int sweepChannels(Path directory) {
        int swept = UnixChannelProvider.sweep(directory);
        return NativeLibrary.isAvailable()
                ? swept + FifoChannelProvider.sweep(directory) + SysVChannelProvider.sweep(directory)
                : swept;
    }

    private void print(String kind, String of, int count) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(new JsonLine().put("removed", kind).put("of", of).put("count", count));
        } else {
            out.println(
                    kind.equals("name")
                            ? "removed the name " + of
                            : "removed " + count + " FIFOs, sockets or System V objects of dead processes in " + of);
        }
    }
}
