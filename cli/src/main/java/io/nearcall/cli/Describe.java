// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.Endpoint;
import io.nearcall.cli.c.CFormat;
import io.nearcall.cli.cpp.CppFormat;
import io.nearcall.cli.format.Format;
import io.nearcall.cli.format.Format.Document;
import io.nearcall.cli.format.JavaFormat;
import io.nearcall.cli.format.JsonFormat;
import io.nearcall.cli.live.LiveService;
import io.nearcall.cli.live.OtherHost;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.Descriptions;
import io.nearcall.cli.python.PythonFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Describes compiled interfaces, in Java or for a program in another language. */
@Command(
        name = "describe",
        description =
                "Describes the interfaces of running services, or compiled ones, and all that they reach: in Java or for "
                        + "another language.",
        mixinStandardHelpOptions = true)
final class Describe implements Runnable {

    private static final Map<String, Supplier<Format>> FORMATS = new TreeMap<>(Map.of(
            "java",
            JavaFormat::new,
            "json",
            JsonFormat::new,
            "c",
            CFormat::new,
            "python",
            PythonFormat::new,
            "c++",
            CppFormat::new));

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "NAME",
            description =
                    "A running service such as orders, or one method of it such as orders.place. With --class-path "
                            + "interfaces such as shop.Shop.")
    private List<String> names;

    @Option(
            names = {"-c", "--class-path"},
            paramLabel = "PATH",
            description =
                    "Where compiled classes are: directories and jars, with colons between. Then no process is asked.")
    private String classPath;

    @Option(
            names = {"-a", "--allow"},
            paramLabel = "CLASS",
            description = "A class that no signature names, but that both sides allow. Can be given more than once.")
    private List<String> allowed = List.of();

    @Option(
            names = {"-f", "--format"},
            paramLabel = "FORMAT",
            defaultValue = "java",
            description = "java, json, c, c++ or python. Default: ${DEFAULT-VALUE}.")
    private String format;

    @Option(
            names = "--json",
            description = "As --format json, on one line. Failures are one JSON object on standard error.")
    private boolean json;

    @Option(
            names = {"-n", "--name"},
            paramLabel = "NAME",
            description =
                    "The name of the file without its ending. Default: that of the first interface, in lower case.")
    private String name;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIRECTORY",
            description = "Where the files are written. Without it they are printed.")
    private Path directory;

    @Mixin
    private OtherHost host;

    @Override
    public void run() {
        Format chosen = json ? JsonFormat.onOneLine() : format();
        checkName();
        List<String> notes = new ArrayList<>();
        List<Document> documents = classPath != null ? compiled(chosen, notes) : live(chosen, notes);
        notes.forEach(note -> spec.commandLine().getErr().println("nearcall: " + note));
        if (directory == null) {
            PrintWriter out = spec.commandLine().getOut();
            documents.forEach(document -> out.print(document.text()));
            out.flush();
        } else {
            documents.forEach(this::write);
        }
    }

    private Format format() {
        Supplier<Format> chosen = FORMATS.get(format);
        if (chosen == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "There is no format \"" + format + "\". Choose one of " + String.join(", ", FORMATS.keySet())
                            + ".");
        }
        return chosen.get();
    }

    private void checkName() {
        if (name != null && !name.matches("[a-z][a-z0-9_]*")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "\"" + name + "\" is no name. Use a-z, 0-9 and underscores, and begin with a letter.");
        }
    }

    private List<Document> compiled(Format chosen, List<String> notes) {
        if (host.isGiven()) {
            throw new ParameterException(spec.commandLine(), "--host does not go with --class-path.");
        }
        host.requireNoFiles();
        try (ClassPath classes = ClassPath.of(classPath)) {
            return chosen.write(Descriptions.of(classes.find(names), classes.find(allowed), name), notes);
        }
    }

    private List<Document> live(Format chosen, List<String> notes) {
        if (!allowed.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--allow goes with --class-path only.");
        }
        try (Endpoint endpoint = host.open("nearcall-describe")) {
            List<Document> documents = new ArrayList<>();
            for (String each : names) {
                LiveService service = LiveService.find(endpoint, host, each);
                Description whole = Descriptions.of(List.of(service.type()), List.of(), name);
                documents.addAll(chosen.write(service.method().isEmpty() ? whole : part(whole, service), notes));
            }
            return documents;
        }
    }

    private Description part(Description whole, LiveService service) {
        if (!json && !format.equals("java") && !format.equals("json")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "A single method goes with --format java and json only: peers need all of them.");
        }
        return MethodDescription.of(whole, service);
    }

    private void write(Document document) {
        Path file = directory.resolve(document.name());
        try {
            Files.createDirectories(directory);
            Files.writeString(file, document.text());
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written: " + e, e);
        }
    }
}
