// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.chaos.target.LoggedTarget;
import io.nearcall.chaos.target.Target;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Stream;

/**
 * A process with few descriptors, as client or as server: uses them all up, is called or calls, gives them back, and is
 * called or calls again. Says line by line how that went.
 */
final class Pauper {

    private Pauper() {}

    public static void main(String[] arguments) throws Exception {
        loadClasses();
        try (Endpoint endpoint = Endpoint.open()) {
            if (arguments[0].equals("client")) {
                callWithout(endpoint, arguments[1]);
            } else {
                serveWithout(endpoint, arguments[1]);
            }
        }
    }

    /** Loading one from a directory takes a descriptor, from a jar it does not; users have jars. */
    private static void loadClasses() throws Exception {
        for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path root = Path.of(element);
            if (!Files.isDirectory(root.resolve("io/nearcall")) || root.endsWith("test-classes")) {
                continue;
            }
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file :
                        files.filter(file -> file.toString().endsWith(".class")).toList()) {
                    String path = root.relativize(file).toString();
                    Class.forName(
                            path.substring(0, path.length() - ".class".length()).replace('/', '.'));
                }
            }
        }
    }

    private static void callWithout(Endpoint endpoint, String service) throws IOException {
        endpoint.lookup(Target.class, service).ping(1);
        Endpoint second = Endpoint.open();
        Deque<FileInputStream> hoard = hoard();
        try {
            second.lookup(Target.class, service).ping(1);
            System.out.println("called without descriptors");
        } catch (NearcallException e) {
            System.out.println("refused");
        }
        release(hoard);
        System.out.println(second.lookup(Target.class, service).ping(7));
        second.close();
    }

    private static void serveWithout(Endpoint endpoint, String service) throws IOException {
        endpoint.export(Target.class, new LoggedTarget(nonce -> {}), service);
        endpoint.lookup(Target.class, service).ping(1); // so that all classes are loaded
        Deque<FileInputStream> hoard = hoard();
        System.out.println("serving");
        System.in.read();
        release(hoard);
        System.out.println("recovered");
        System.in.read();
        System.in.read();
    }

    /** Opens files until there is no descriptor left. */
    private static Deque<FileInputStream> hoard() {
        Deque<FileInputStream> hoard = new ArrayDeque<>();
        try {
            while (true) {
                hoard.push(new FileInputStream("/dev/null"));
            }
        } catch (IOException e) {
            return hoard;
        }
    }

    private static void release(Deque<FileInputStream> hoard) throws IOException {
        for (FileInputStream file : hoard) {
            file.close();
        }
    }
}
