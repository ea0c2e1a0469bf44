// SPDX-License-Identifier: Apache-2.0
package io.nearcall.container;

import io.nearcall.test.Collected;
import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** As an application server does it: loads applications, each with libraries of its own, and drops them. */
final class Container {

    private static final String LIBRARY = "io.nearcall.container.library.";

    private static final int ATTEMPTS = 100;
    private static final long PAUSE_MS = 50;

    private Container() {}

    /** A loader that sees the JDK, the container's library and the classes of the application. */
    private static final class ApplicationLoader extends URLClassLoader {

        ApplicationLoader(URL[] own) {
            super(own, ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            return name.startsWith(LIBRARY) ? Class.forName(name) : super.findClass(name);
        }
    }

    /** Runs the application that many times on this thread, and says which objects of it are left. */
    public static void main(String[] arguments) throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
            loaders.add(run(arguments[0]));
        }
        Collected.soon(loaders);
        // The JDK unloads a library a little after its loader was collected.
        for (int i = 0; i < ATTEMPTS && mappings() != 0; i++) {
            Thread.sleep(PAUSE_MS);
        }
        long alive = loaders.stream().filter(loader -> loader.get() != null).count();
        System.out.println(alive + " loaders, " + mappings() + " mappings");
        // No test sets this property: it keeps the JVM alive for tools that look into it.
        Thread.sleep(Long.parseLong(System.getProperty("linger", "0")));
    }

    private static WeakReference<ClassLoader> run(String application) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (ApplicationLoader loader = new ApplicationLoader(urls())) {
            thread.setContextClassLoader(loader);
            Class<?> type = Class.forName(application, true, loader);
            if (type.getClassLoader() != loader) {
                throw new IllegalStateException("loader=" + type.getClassLoader());
            }
            ((Callable<?>) type.getConstructor().newInstance()).call();
            return new WeakReference<>(loader);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URL[] urls() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    private static long mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains("libnearcall")).count();
        }
    }
}
