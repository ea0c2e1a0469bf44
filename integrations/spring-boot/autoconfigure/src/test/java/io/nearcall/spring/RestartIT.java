// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.spring.kiosk.Corner;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
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
                        "loaders left: at most one");
    }

    /** Runs two contexts at a time, three times. */
    static final class Restarts {

        private final Path directory;
        private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();

        private Restarts(Path directory) {
            this.directory = directory;
        }

        public static void main(String[] arguments) throws Exception {
            Restarts restarts = new Restarts(Path.of(arguments[0]));
            for (int i = 0; i < 3; i++) {
                restarts.runTwoContexts();
                System.out.println("left: " + restarts.awaitNothingLeft());
            }
            System.out.println("loaders left: " + (restarts.awaitLoaders() <= 1 ? "at most one" : "several"));
        }

        /** One calls the other. */
        private void runTwoContexts() throws Exception {
            try (ConfigurableApplicationContext server = startInLoaderOfItsOwn("--nearcall.server.enabled=true");
                    ConfigurableApplicationContext client = startInLoaderOfItsOwn("--nearcall.server.enabled=false")) {
                String used = String.join(
                        ", ",
                        mappings().isEmpty() ? "no memory" : "memory",
                        threads().isEmpty() ? "no threads" : "threads",
                        names().isEmpty() ? "no names" : "names");
                System.out.println("used: " + used);
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

        private static List<String> mappings() throws IOException {
            return Files.readAllLines(Path.of("/proc/self/maps")).stream()
                    .filter(line -> line.contains("nearcall") && !line.contains(".so") && !line.contains(".jar"))
                    .toList();
        }

        private static List<String> threads() {
            return Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .filter(name -> name.startsWith("nearcall"))
                    .toList();
        }

        private List<String> names() throws IOException {
            try (Stream<Path> files = Files.list(directory)) {
                return files.map(file -> file.getFileName().toString()).toList();
            }
        }

        private List<String> awaitNothingLeft() throws Exception {
            List<String> left = left();
            for (int i = 0; i < 200 && !left.isEmpty(); i++) {
                Thread.sleep(50); // threads end some time after the endpoint is closed
                left = left();
            }
            return left;
        }

        private List<String> left() throws IOException {
            List<String> left = new ArrayList<>(mappings());
            left.addAll(threads());
            left.addAll(names());
            return left;
        }

        /** The JDK or Spring may keep the first that it meets; one that was kept at each restart would fill the memory. */
        private long awaitLoaders() throws InterruptedException {
            clearSoftReferences();
            for (int i = 0; i < 50 && loadersLeft() > 1; i++) {
                System.gc();
                Thread.sleep(100); // the collector's reference handler works beside us
            }
            return loadersLeft();
        }

        /** Spring's caches have some, which are cleared when the memory is used up. */
        private static void clearSoftReferences() {
            List<byte[]> filled = new ArrayList<>();
            try {
                while (filled.size() < 1_000_000) {
                    filled.add(new byte[1 << 20]);
                }
            } catch (OutOfMemoryError e) {
                filled.clear();
            }
        }

        private long loadersLeft() {
            return loaders.stream().filter(loader -> loader.get() != null).count();
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
