// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.cli.live.OtherHost;
import java.io.PrintWriter;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists services and their callers. */
@Command(
        name = "ls",
        description =
                "Lists the services of this user, those of stopped and dead processes too. Asks no service. With --host, "
                        + "lists the services that an endpoint of another host offers to this caller.",
        mixinStandardHelpOptions = true)
public final class Ls implements Runnable {

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "PATTERN",
            description = "Lists services only whose name has a match of this regular expression.")
    private String pattern = "";

    @Option(names = "--clients", description = "Lists the endpoints that call services, one line for each service.")
    private boolean clients;

    @Option(names = "--json", description = "One JSON object for each line.")
    private boolean json;

    @Mixin
    private OtherHost host;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            if (!host.isGiven()) {
                host.requireNoFiles();
                new Listing(pattern, clients, json).print(out, err);
            } else if (clients) {
                throw new ParameterException(spec.commandLine(), "--clients is for this host only.");
            } else {
                new HostListing(host, Pattern.compile(pattern), json).print(out, err);
            }
        } catch (PatternSyntaxException e) {
            throw new ParameterException(
                    spec.commandLine(), "PATTERN is no regular expression: " + e.getDescription() + ".");
        }
    }
}
