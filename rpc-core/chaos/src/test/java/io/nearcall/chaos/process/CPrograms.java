// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Builds {@code src/test/c/mortal} over libnearcall, and starts it. It understands what a {@link Victim} does, and more. */
public final class CPrograms {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path LIBRARY = ROOT.resolve("peers/c");
    /** In parts, and not compiled as a whole: the linker puts the program's functions between them. */
    private static final String PARTED = "build/parted";

    private static final Path SOURCES = Path.of("src/test/c/mortal").toAbsolutePath();
    private static final List<String> PARTS = List.of("mortal.c", "places.c", "serving.c", "calling.c");
    private static final Pattern WRAPPED = Pattern.compile("(?m)^WRAPPED\\(.*?, (\\w+), \\(");

    private final Path program;

    private CPrograms(Path program) {
        this.program = program;
    }

    /** Builds the library, unless that was done, and the program into that directory. */
    public static CPrograms build(Path directory) throws IOException, InterruptedException {
        Path program = directory.resolve("mortal");
        String archive = PARTED + "/libnearcall.a";
        run(directory, List.of("make", "-s", "-C", LIBRARY.toString(), "BUILD=" + PARTED, "WHOLE=", archive));
        List<String> compile =
                new ArrayList<>(List.of("cc", "-std=c11", "-D_GNU_SOURCE", "-O1", "-g", "-Wall", "-Wextra", "-Werror"));
        compile.addAll(List.of("-I" + LIBRARY.resolve("include"), "-I" + LIBRARY.resolve("src")));
        PARTS.forEach(part -> compile.add(SOURCES.resolve(part).toString()));
        compile.add(LIBRARY.resolve(archive).toString());
        WRAPPED.matcher(Files.readString(SOURCES.resolve("places.c")))
                .results()
                .forEach(wrapped -> compile.add("-Wl,--wrap=" + wrapped.group(1)));
        compile.addAll(List.of("-pthread", "-o", program.toString()));
        run(directory, compile);
        return new CPrograms(program);
    }

    private static void run(Path directory, List<String> command) throws IOException, InterruptedException {
        File said = directory.resolve("build.log").toFile();
        int status = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said)
                .start()
                .waitFor();
        String text = Files.readString(said.toPath());
        Files.delete(said.toPath());
        if (status != 0) {
            throw new IOException(String.join(" ", command) + ": status " + status + "\n" + text);
        }
    }

    /** Starts one that has the runtime directory of this process. It says "ready". */
    public VictimJvm start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(program.toString()).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("NEARCALL_DIR", System.getProperty("io.nearcall.dir"));
        return new VictimJvm(builder.start());
    }

    /** Removes what was built. */
    public void delete() throws IOException {
        Files.delete(program);
    }
}
