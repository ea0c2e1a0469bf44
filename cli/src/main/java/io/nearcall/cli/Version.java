// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the version. */
@Command(
        name = "version",
        description = "Prints the version of the command and of Java.",
        mixinStandardHelpOptions = true)
final class Version implements Runnable, IVersionProvider {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    /** Returns the version that the build has written into the jar. */
    static String ofNearcall() {
        try (InputStream file = Version.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(file);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {"nearcall " + ofNearcall()};
    }

    @Override
    public void run() {
        if (json) {
            spec.commandLine()
                    .getOut()
                    .println(new JsonLine()
                            .put("nearcall", ofNearcall())
                            .put("java", Runtime.version().toString()));
        } else {
            spec.commandLine().getOut().println("nearcall " + ofNearcall() + ", Java " + Runtime.version());
        }
    }
}
