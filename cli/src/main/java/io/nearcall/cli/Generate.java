// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.build.GenerateStubs;
import io.nearcall.cli.model.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the classes that programs would otherwise generate at run time. */
@Command(
        name = "generate",
        description =
                "Writes the stubs, skeletons and codecs of compiled interfaces, so that a program generates none of them when it "
                        + "runs. For builds that do not use the plugin.",
        mixinStandardHelpOptions = true)
final class Generate implements Runnable {

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "CLASSES", description = "The directory of the compiled classes.")
    private Path classes;

    @Parameters(
            index = "1..*",
            paramLabel = "INTERFACE",
            description =
                    "An interface such as shop.Shop. Without any: all in CLASSES that are annotated with RemoteService or "
                            + "RemoteObject, or extend java.rmi.Remote.")
    private List<String> names = List.of();

    @Option(
            names = {"-c", "--class-path"},
            paramLabel = "PATH",
            description =
                    "Where the other classes are that the interfaces name: directories and jars, with colons between.")
    private String classPath;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIRECTORY",
            description = "Where the files are written. Default: CLASSES.")
    private Path output;

    @Override
    public void run() {
        if (!Files.isDirectory(classes)) {
            throw new Refusal(classes + " is not a directory. Name the directory of the compiled classes, such as"
                    + " target/classes.");
        }
        List<String> atRunTime;
        if (classPath == null) {
            atRunTime = generate(Generate.class.getClassLoader());
        } else {
            try (ClassPath others = ClassPath.of(classPath)) {
                atRunTime = generate(others.loader());
            }
        }
        for (String name : atRunTime) {
            spec.commandLine().getErr().println("nearcall: the codec of " + name + " is generated at run time");
        }
    }

    private List<String> generate(ClassLoader others) {
        try {
            return GenerateStubs.generate(classes, names, others, output == null ? classes : output);
        } catch (ClassNotFoundException e) {
            throw new Refusal(
                    "There is no class " + e.getMessage() + " in " + classes + ". Compile it, or correct its name.", e);
        } catch (NoClassDefFoundError e) {
            throw new Refusal(
                    "A class that the interfaces name is missing: " + e.getMessage() + ". Add it to --class-path.", e);
        } catch (IllegalArgumentException e) { // an interface that cannot be called remotely
            throw new Refusal(e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("The files cannot be written: " + e, e);
        }
    }
}
