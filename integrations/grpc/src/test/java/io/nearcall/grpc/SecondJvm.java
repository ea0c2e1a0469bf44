// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Starts JVMs with the class path of this one, in which programs of tests run. */
final class SecondJvm {

    private SecondJvm() {}

    /** Starts a program. What it prints as an error goes where this JVM's errors go. */
    static Process start(List<String> options, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(List.of("-Xmx96m", "-XX:TieredStopAtLevel=1", "-cp"));
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
