// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.cli.live.LiveService;
import io.nearcall.cli.live.LookupFailed;
import io.nearcall.cli.model.Refusal;
import io.nearcall.internal.connection.Inspection;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script with which the shell completes the words of a command line. */
@Command(
        name = "completion",
        description = "Prints a script that completes verbs, options, and names of running services and their methods: "
                + "source <(nearcall completion bash)",
        mixinStandardHelpOptions = true)
final class Completion implements Runnable {

    private static final List<String> SHELLS = List.of("bash", "zsh");

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh.")
    private String shell = "";

    @Option(
            names = "--names",
            paramLabel = "BEGINNING",
            description = "Prints the services, or their methods, whose names begin so. The script asks for these.")
    private String beginning;

    @Option(
            names = "--words",
            paramLabel = "VERB",
            description = "Prints the options of a verb. The script asks for these.")
    private String verb;

    @Override
    public void run() {
        if (beginning != null) {
            names().forEach(spec.commandLine().getOut()::println);
        } else if (verb != null) {
            words().forEach(spec.commandLine().getOut()::println);
        } else if (SHELLS.contains(shell)) {
            script();
        } else {
            throw new ParameterException(spec.commandLine(), "Name the shell: bash or zsh.");
        }
    }

    private void script() {
        PrintWriter out = spec.commandLine().getOut();
        try (InputStream script = Completion.class.getResourceAsStream("completion." + shell)) {
            out.print(new String(script.readAllBytes(), StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Set<String> words() {
        CommandSpec root = spec.parent();
        CommandLine named = root.subcommands().get(verb);
        Set<String> words = new TreeSet<>();
        CommandSpec of = named == null ? root : named.getCommandSpec();
        of.optionsMap().keySet().stream().filter(name -> name.startsWith("--")).forEach(words::add);
        if (named == null) {
            words.addAll(root.subcommands().keySet());
        }
        return words;
    }

    /**
     * Finds names that complete the word. Shows no messages while the user types: a name that cannot be found is left
     * out.
     */
    private Set<String> names() {
        Set<String> names = new TreeSet<>();
        try (Endpoint endpoint = Endpoint.builder()
                .name("nearcall-completion")
                .lookupTimeout(Duration.ZERO)
                .deadline(Duration.ofSeconds(1))
                .open()) {
            for (String service : endpoint.services()) {
                if (service.startsWith(beginning)) {
                    names.add(service);
                } else if (beginning.startsWith(service + '.')) {
                    addMethods(endpoint, service, names);
                }
            }
        } catch (NearcallException e) {
            // left out, as described above
        }
        return names;
    }

    private void addMethods(Endpoint endpoint, String service, Set<String> names) {
        try {
            for (Method method : LiveService.of(endpoint, service, "").type().getMethods()) {
                String name = service + '.' + method.getName();
                if (name.startsWith(beginning)) {
                    names.add(name);
                }
            }
        } catch (NearcallException | LookupFailed | Inspection.Unavailable | Refusal e) {
            // left out, as described above
        }
    }
}
