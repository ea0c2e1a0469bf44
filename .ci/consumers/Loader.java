// SPDX-License-Identifier: Apache-2.0
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Runs a program in a class loader of its own, as a container does, while another loader of this JVM has the library loaded. */
class Loader {

    public static void main(String[] args) throws Exception {
        try (URLClassLoader other = loader();
                URLClassLoader own = loader()) {
            other.loadClass("io.nearcall.ipc.os.CurrentProcess").getMethod("pid").invoke(null);
            Method main = own.loadClass(args[0]).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            Thread.currentThread().setContextClassLoader(own);
            main.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
        }
    }

    private static URLClassLoader loader() throws Exception {
        List<URL> urls = new ArrayList<>(List.of(Path.of("target/classes").toUri().toURL()));
        try (Stream<Path> jars = Files.list(Path.of("target/dependency"))) {
            for (Path jar : (Iterable<Path>) jars::iterator) {
                urls.add(jar.toUri().toURL());
            }
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }
}
