// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.call;

import com.google.gson.JsonElement;
import io.nearcall.Context;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.RemoteFailure;
import io.nearcall.cli.JsonLines;
import io.nearcall.cli.live.LiveService;
import io.nearcall.cli.live.OtherHost;
import io.nearcall.cli.model.Refusal;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.internal.codec.LocalFrames;
import io.nearcall.internal.context.DurationText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Calls a method of a running service. */
@Command(
        name = "call",
        description =
                "Calls a method of a running service, with arguments in JSON. The server has to allow it: -Dio.nearcall."
                        + "inspect=call, or EndpointBuilder.inspect.",
        mixinStandardHelpOptions = true)
public final class Call implements Runnable {

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "SERVICE.METHOD", description = "As in orders.place.")
    private String target;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "JSON",
            description = "An argument each. @FILE takes it from a file, @- from standard input.")
    private List<String> arguments = List.of();

    @Option(
            names = {"-d", "--data"},
            paramLabel = "JSON",
            description = "One more argument, behind the others: JSON, @FILE or @-. May be repeated.")
    private List<String> data = List.of();

    @Option(
            names = {"-t", "--timeout"},
            paramLabel = "TIME",
            description = "How long to wait, such as 500ms or 2s. Default: as the interface says, or else 30s.")
    private String timeout;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "KEY:VALUE",
            description = "Metadata that travels with the call. May be repeated.")
    private List<String> headers = List.of();

    @Option(
            names = "--as-stream",
            description =
                    "An array or a collection is printed as a stream is: a line for each element, without brackets.")
    private boolean asStream;

    @Option(names = "--json", description = "Failures are one JSON object on standard error. Results always are JSON.")
    private boolean json;

    @Mixin
    private OtherHost host;

    @Override
    public void run() {
        int dot = target.lastIndexOf('.');
        if (dot <= 0 || dot == target.length() - 1) {
            throw new Refusal("\"" + target + "\" is not of the form SERVICE.METHOD, such as orders.place.");
        }
        Context context = context();
        Duration longest = longest();
        List<String> texts = new ArrayList<>();
        arguments.forEach(each -> texts.add(text(each)));
        data.forEach(each -> texts.add(text(each)));
        try (Endpoint endpoint = host.open("nearcall-call")) {
            LiveService service = LiveService.of(endpoint, host, target.substring(0, dot), target.substring(dot + 1));
            if (!service.allowsCalls()) {
                throw new NotAllowed(service);
            }
            Class<?> type = service.type();
            CalledMethod called = CalledMethod.of(type, service.name(), service.method(), texts);
            Object stub = service.stub(endpoint, type);
            Context limited = longest == null ? context : context.withDeadline(longest); // the time begins to run now
            limited.run(() -> invoke(stub, called, service));
        }
    }

    private void invoke(Object stub, CalledMethod called, LiveService service) {
        PrintWriter out = spec.commandLine().getOut();
        try {
            Object result = called.method().invoke(stub, called.arguments());
            if (called.call().kind() == RemoteMethod.Kind.ONE_WAY) {
                confirm(service);
            }
            new Results(called.call().method(), asStream, value -> print(out, value)).accept(result);
        } catch (InvocationTargetException e) {
            throw failure(e.getCause(), service);
        } catch (ResultNotPrinted | NotConfirmed e) {
            throw e;
        } catch (Refusal e) { // arguments have been read before, so this concerns the result
            throw new ResultNotPrinted(e.getMessage(), e);
        } catch (Throwable e) {
            throw failure(e, service);
        }
    }

    /** Asks the service something. The answer comes after the service has received what this thread sent before. */
    private void confirm(LiveService service) {
        try {
            service.inspector().about();
        } catch (NearcallException e) {
            throw new NotConfirmed(target, e);
        }
    }

    private static void print(PrintWriter out, JsonElement value) {
        out.println(JsonLines.text(value));
        if (out.checkError()) { // nobody reads the output any more
            throw new ResultNotPrinted("Standard output is closed.", null);
        }
    }

    /** @throws Error if this process, and not the method, has thrown it: a fault of the command */
    private RuntimeException failure(Throwable thrown, LiveService service) {
        if (thrown instanceof Error fault && !LocalFrames.isOfOtherProcess(thrown)) {
            throw fault;
        }
        return thrown instanceof NearcallException failed && !(failed instanceof RemoteFailure)
                ? failed
                : MethodThrew.of(thrown, target, service.owner());
    }

    private Context context() {
        Context context = Context.empty();
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon <= 0) {
                throw new Refusal("\"" + header + "\" is not of the form KEY:VALUE.");
            }
            try {
                context = context.with(
                        header.substring(0, colon), header.substring(colon + 1).strip());
            } catch (IllegalArgumentException e) {
                throw new Refusal("The header " + header + " cannot travel: " + e.getMessage(), e);
            }
        }
        return context;
    }

    /** Returns null if the command line does not set a time. */
    private Duration longest() {
        try {
            return timeout == null ? null : Duration.ofNanos(DurationText.parseNs(timeout));
        } catch (IllegalArgumentException e) {
            throw new Refusal("\"" + timeout + "\" is not a duration: " + e.getMessage(), e);
        }
    }

    /** Returns the text of an argument, or of the file that the argument names. */
    private static String text(String argument) {
        if (!argument.startsWith("@")) {
            return argument;
        }
        String name = argument.substring(1);
        try (InputStream in = name.equals("-") ? System.in : Files.newInputStream(Path.of(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read: " + e, e);
        }
    }
}
