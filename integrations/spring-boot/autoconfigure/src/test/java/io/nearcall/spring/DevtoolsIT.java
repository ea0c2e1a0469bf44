// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.spring.kiosk.Corner;
import java.io.File;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.devtools.restart.Restarter;

/** An application that {@code spring-boot-devtools} restarts, with its classes anew each time. */
@Timeout(120)
class DevtoolsIT {

    private static final int RUNS = 4;

    /** The tests may run before Nearcall is in jars. Devtools would take these directories for the application's. */
    private static final String SETTINGS =
            "restart.exclude.nearcall=/(ipc-native|codegen|rpc-core|micrometer|opentelemetry|autoconfigure)/target/classes/";

    @TempDir
    private Path directory;

    @Test
    void shouldLeaveNoLockThreadMappingOrLoaderAtARestart() throws Exception {
        Path settings = Files.createDirectories(directory.resolve("settings/META-INF"));
        Files.writeString(settings.resolve("spring-devtools.properties"), SETTINGS);
        Path out = directory.resolve("out.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-cp",
                        settings.getParent()
                                + File.pathSeparator
                                + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Reloaded.class.getName(),
                        "--nearcall.dir=" + directory.resolve("run"),
                        "--spring.main.banner-mode=off")
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(100, TimeUnit.SECONDS)).as("ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        List<String> printed = Files.readAllLines(out);
        assertThat(printed).filteredOn("left: []"::equals).hasSize(RUNS);
        assertThat(printed).filteredOn("used: memory, threads, names"::equals).hasSize(RUNS);
        assertThat(printed).contains("loaders left: 1"); // that of the last run
    }

    /** Runs in a class loader of devtools, which begins the program anew for that, and asks to be restarted. */
    static final class Reloaded {

        private static final String LOADERS = "loaders"; // in the system's properties, which stay

        private Reloaded() {}

        public static void main(String[] arguments) throws Exception {
            Remains remains = new Remains(Path.of(arguments[0].substring(arguments[0].indexOf('=') + 1)));
            ClassLoader own = Reloaded.class.getClassLoader();
            if (own == ClassLoader.getSystemClassLoader()) {
                makeEditors();
                Corner.start(arguments); // does not return
            }
            System.out.println("left: " + remains.awaitNothing());
            List<WeakReference<ClassLoader>> loaders = loaders();
            loaders.add(new WeakReference<>(own));
            Corner.start(arguments);
            System.out.println("used: " + remains.used());
            if (loaders.size() < RUNS) {
                Restarter.getInstance().restart();
            } else {
                System.out.println("loaders left: " + Remains.awaitLoaders(loaders, 1));
                System.exit(0);
            }
        }

        /** Spring Boot makes its editors once, and they keep the class loader of that time: here one that stays anyway. */
        private static void makeEditors() {
            new Binder(new MapConfigurationPropertySource(Map.of("type", "java.lang.String")))
                    .bind("type", Class.class);
        }

        @SuppressWarnings("unchecked")
        private static List<WeakReference<ClassLoader>> loaders() {
            Object known = System.getProperties().get(LOADERS);
            Object all = known == null ? new ArrayList<WeakReference<ClassLoader>>() : known;
            System.getProperties().put(LOADERS, all);
            return (List<WeakReference<ClassLoader>>) all;
        }
    }
}
