// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** Prints the man page, made from the help texts. */
@Command(
        name = "manual",
        description = "Prints the man page: nearcall manual | man -l -",
        mixinStandardHelpOptions = true)
final class Manual implements Runnable {

    private static final int ON_ONE_LINE = 1000;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandSpec root = spec.parent();
        StringBuilder page = new StringBuilder(".TH NEARCALL 1 \"\" \"nearcall " + Version.ofNearcall() + "\"\n");
        page.append(".SH NAME\nnearcall \\- ").append(description(root)).append('\n');
        page.append(".SH SYNOPSIS\n");
        for (CommandLine verb : root.subcommands().values()) {
            page.append(".B ").append(synopsis(verb)).append("\n.br\n");
        }
        page.append(".SH VERBS\n");
        for (CommandLine verb : root.subcommands().values()) {
            append(page, verb.getCommandSpec());
        }
        page.append(".SH EXIT STATUS\n");
        for (Map.Entry<String, String> code : root.usageMessage().exitCodeList().entrySet()) {
            page.append(".TP\n.B ").append(code.getKey()).append('\n');
            page.append(escaped(code.getValue())).append('\n');
        }
        spec.commandLine().getOut().print(page);
        spec.commandLine().getOut().flush();
    }

    private static String description(CommandSpec command) {
        return escaped(String.join(" ", command.usageMessage().description()));
    }

    private static String synopsis(CommandLine verb) {
        verb.setUsageHelpWidth(ON_ONE_LINE);
        return escaped(verb.getHelp().synopsis(0).replaceAll("\\s+", " ").strip());
    }

    private static void append(StringBuilder page, CommandSpec verb) {
        page.append(".SS ").append(verb.qualifiedName(" ")).append('\n');
        page.append(description(verb)).append('\n');
        for (ArgSpec argument : verb.positionalParameters()) {
            append(page, argument.paramLabel(), argument);
        }
        for (OptionSpec option : verb.options()) {
            String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
            append(page, String.join(", ", option.names()) + label, option);
        }
    }

    private static void append(StringBuilder page, String term, ArgSpec argument) {
        String text = String.join(" ", argument.description());
        String standard = argument.defaultValue() == null ? "" : argument.defaultValue();
        page.append(".TP\n.B ").append(escaped(term)).append('\n');
        page.append(escaped(text.replace("${DEFAULT-VALUE}", standard))).append('\n');
    }

    /** Escapes text for roff: a dot or a quote at the beginning of a line would be a request. */
    private static String escaped(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("%n", "\n");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
