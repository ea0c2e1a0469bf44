// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How a JVM is to be started, where that is not as {@link VictimJvm#start(Path, Class, String...)} does it. */
public final class Launch {

    private final Class<?> main;
    private final Map<String, String> environment = new HashMap<>();
    private List<String> prefix = List.of();
    private Jvm jvm;
    private File errors;
    private String directory;

    /** On a JVM with a random compiler and collector. */
    public Launch(Class<?> main) {
        this(main, Jvm.drawn());
    }

    public Launch(Class<?> main, Jvm jvm) {
        this.main = main;
        this.jvm = jvm;
    }

    /** Another launcher than that of this JVM. */
    public Launch java(Path launcher) {
        jvm = new Jvm(launcher, jvm.options(), jvm.classPath());
        return this;
    }

    /** A command that runs the JVM's, as {@code sh -c ... } does. */
    public Launch prefix(List<String> command) {
        prefix = command;
        return this;
    }

    /** Added after the usual options, so it takes precedence over them. */
    public Launch option(String option) {
        jvm = jvm.with(option);
        return this;
    }

    public Launch environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Where its error output goes, instead of where this JVM's does. */
    public Launch errors(Path file) {
        errors = file.toFile();
        return this;
    }

    /** Another runtime directory than that of this process. */
    public Launch directory(Path other) {
        directory = other.toString();
        return this;
    }

    /** Starts it, with {@code scratch} for whatever it leaves. */
    public VictimJvm start(Path scratch, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(jvm.with("-XX:ErrorFile=" + scratch.resolve("hs_err_%p.log"))
                .with("-Djava.io.tmpdir=" + scratch)
                .with("-Dio.nearcall.dir=" + (directory == null ? System.getProperty("io.nearcall.dir") : directory))
                .command());
        command.add(main.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(scratch.toFile());
        builder.environment().putAll(environment);
        builder.redirectError(
                errors == null ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.appendTo(errors));
        return new VictimJvm(builder.start());
    }
}
