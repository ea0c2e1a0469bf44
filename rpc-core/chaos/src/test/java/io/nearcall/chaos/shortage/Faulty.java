// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.Endpoint;
import io.nearcall.chaos.called.CallLog;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** A process that lacks some resource. It visits and serves on command, and prints the results. */
final class Faulty {

    /** What a shortage does is logged as a warning; more than that would be a fault. */
    private static final Logger LOG = Logger.getLogger("io.nearcall");

    private final LoggedTarget target;
    private final CallLog visited;
    private final Deque<FileInputStream> hoard = new ArrayDeque<>();
    private Endpoint serving;

    private Faulty(CallLog own, CallLog visited) {
        this.target = new LoggedTarget(own::begun);
        this.visited = visited;
    }

    /** Arguments: the log of this process and that of the process that it visits. */
    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        CompletableFuture.supplyAsync(() -> 1).get(); // the JDK's own threads are there before any are lacking
        loadClasses();
        LOG.setLevel(Level.SEVERE);
        Faulty faulty = new Faulty(new CallLog(Path.of(arguments[0])), new CallLog(Path.of(arguments[1])));
        System.out.println("ready");
        String line;
        while ((line = in.readLine()) != null) {
            System.out.println(faulty.answer(line.split(" ")).encoded());
        }
    }

    private Visit answer(String[] words) throws IOException {
        Visit visit = new Visit(new ArrayList<>(), new ArrayList<>());
        switch (words[0]) {
            case "visit" -> {
                return Visit.make(words[1], Boolean.parseBoolean(words[2]), Long.parseLong(words[3]), visited);
            }
            case "serve" -> serving = serve(words[1], visit);
            case "close" -> {
                if (serving != null) {
                    serving.close();
                }
                serving = null;
            }
            case "hoard" -> hoard(Integer.parseInt(words[1]));
            case "release" -> release(hoard.size());
            default -> throw new IllegalArgumentException(words[0]);
        }
        return visit;
    }

    /** An endpoint that offers the target, or null. */
    private Endpoint serve(String address, Visit visit) {
        Endpoint endpoint = null;
        try {
            endpoint = Endpoint.builder().name("faulty").open();
            endpoint.export(Target.class, target, address);
            return endpoint;
        } catch (Throwable e) {
            visit.judge("serve", e);
            if (endpoint != null) {
                endpoint.close();
            }
            return null;
        }
    }

    /** Opens files until only that many descriptors are left. */
    private void hoard(int left) throws IOException {
        try {
            while (true) {
                hoard.push(new FileInputStream("/dev/null"));
            }
        } catch (FileNotFoundException e) {
            release(left);
        }
    }

    private void release(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            hoard.pop().close();
        }
    }

    /** Loading a class from a directory takes a descriptor, from a jar it does not. Users have jars. */
    private static void loadClasses() throws Exception {
        for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path root = Path.of(element);
            if (!Files.isDirectory(root.resolve("io/nearcall"))) {
                continue;
            }
            boolean tests = root.endsWith("test-classes");
            try (Stream<Path> files = Files.walk(tests ? root.resolve("io/nearcall/chaos/shortage") : root)) {
                for (Path file : files.map(root::relativize)
                        .filter(file -> file.toString().matches("io/.*[.]class"))
                        .toList()) {
                    String path = file.toString();
                    String name =
                            path.substring(0, path.length() - ".class".length()).replace('/', '.');
                    Class.forName(name, !tests, Faulty.class.getClassLoader());
                }
            }
        }
    }
}
