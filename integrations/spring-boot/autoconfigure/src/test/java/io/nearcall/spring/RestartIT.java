// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.spring.kiosk.Corner;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** Contexts that come and go in one JVM, each with the application's classes anew, as devtools restarts an application. */
@Timeout(120)
class RestartIT {

    @TempDir
    private Path directory;

    @Test
    void shouldLeaveNoLockThreadMappingOrLoader() throws Exception {
        Path out = directory.resolve("out.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-cp",
                        withoutDevtools(),
                        Restarts.class.getName(),
                        directory.resolve("run").toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(100, TimeUnit.SECONDS)).as("ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readAllLines(out))
                .containsSubsequence(
                        "used: memory, threads, names",
                        "left: []",
                        "used: memory, threads, names",
                        "left: []",
                        "used: memory, threads, names",
                        "left: []",
                        "loaders left: 0");
    }

    /** They would keep each context, to close it at the restart that they make themselves. */
    private static String withoutDevtools() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(all.split(File.pathSeparator))
                .filter(entry -> !entry.contains("spring-boot-devtools"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Runs two contexts at a time, three times. */
    static final class Restarts {

        private final Path directory;
        private final Remains remains;
        private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();

        private Restarts(Path directory) {
            this.directory = directory;
            this.remains = new Remains(directory);
        }

        public static void main(String[] arguments) throws Exception {
            Restarts restarts = new Restarts(Path.of(arguments[0]));
            for (int i = 0; i < 3; i++) {
                restarts.runTwoContexts();
                System.out.println("left: " + restarts.remains.awaitNothing());
            }
            System.out.println("loaders left: " + Remains.awaitLoaders(restarts.loaders, 0));
        }

        /** One calls the other. */
        private void runTwoContexts() throws Exception {
            try (ConfigurableApplicationContext server = startInLoaderOfItsOwn("--nearcall.server.enabled=true");
                    ConfigurableApplicationContext client = startInLoaderOfItsOwn("--nearcall.server.enabled=false")) {
                System.out.println("used: " + remains.used());
                assertThat(client.isActive() && server.isActive()).isTrue();
            }
        }

        private ConfigurableApplicationContext startInLoaderOfItsOwn(String option) throws Exception {
            ClassLoader before = Thread.currentThread().getContextClassLoader();
            ClassLoader loader = new ApplicationClasses();
            loaders.add(new WeakReference<>(loader));
            Thread.currentThread().setContextClassLoader(loader);
            try {
                return (ConfigurableApplicationContext) loader.loadClass(Corner.class.getName())
                        .getMethod("start", String[].class)
                        .invoke(null, (Object) new String[] {"--nearcall.dir=" + directory, option});
            } finally {
                Thread.currentThread().setContextClassLoader(before);
            }
        }
    }

    /** Loads the application's classes itself, all others from where this class comes from: as RestartClassLoader does. */
    private static final class ApplicationClasses extends URLClassLoader {

        private static final String PACKAGE = Corner.class.getPackageName() + '.';

        ApplicationClasses() {
            super(
                    new URL[] {
                        Corner.class.getProtectionDomain().getCodeSource().getLocation()
                    },
                    Corner.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(PACKAGE)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }
    }
}
