// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.papers.cpp.Figure;
import io.nearcall.bench.papers.published.Kumon2017;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A client in each language and the server in the other one, fresh and connected. All may use all CPUs. */
final class KumonSet implements AutoCloseable {

    private static final long TIMEOUT_S = 120;
    private static final String ALL_CPUS = "";

    private final Path programs;
    private final Path scratch;
    private final List<Child> children = new ArrayList<>();
    private Child javaClient;
    private Child cppClient;
    private KumonServerMain.Ready inCpp;

    private KumonSet(Path programs, Path scratch) {
        this.programs = programs;
        this.scratch = scratch;
    }

    /** Starts all and waits until they are connected. */
    static KumonSet start(Path programs, Path scratch) throws IOException, InterruptedException {
        KumonSet set = new KumonSet(programs, scratch);
        try {
            set.startAll();
            return set;
        } catch (IOException | InterruptedException | RuntimeException e) {
            set.close();
            throw e;
        }
    }

    private void startAll() throws IOException, InterruptedException {
        List<String> flags = new ArrayList<>(JvmFlags.LARGE);
        flags.add(RestWay.NO_DELAY);
        String peer = programs.resolve("peer").toString();
        List<String> inJava = List.of(service("java"), directory("java"));
        List<String> cpp = List.of(service("cpp"), directory("cpp"));
        Child javaServer = Child.start("server in Java", ALL_CPUS, flags, KumonServerMain.class, inJava);
        children.add(javaServer);
        KumonServerMain.Ready java = javaServer.next(KumonServerMain.Ready.class, TIMEOUT_S);
        Child cppServer = Child.start("server in C++", List.of(peer, "serve", cpp.get(0), cpp.get(1)));
        children.add(cppServer);
        inCpp = cppServer.next(KumonServerMain.Ready.class, TIMEOUT_S);

        List<String> toCpp = arguments(cpp, inCpp);
        toCpp.add(programs.resolve("libkumon.so").toString());
        javaClient = Child.start("client in Java", ALL_CPUS, flags, KumonClientMain.class, toCpp);
        children.add(javaClient);
        cppServer.whenEnded(javaClient::kill); // which would wait for answers
        javaClient.next(Object.class, TIMEOUT_S);

        List<String> toJava = new ArrayList<>(List.of(peer, "exchange"));
        toJava.addAll(arguments(inJava, java));
        cppClient = Child.start("client in C++", toJava);
        children.add(cppClient);
        javaServer.whenEnded(cppClient::kill);
        cppClient.next(Object.class, TIMEOUT_S);
    }

    private static String service(String language) {
        return "bench-kumon-" + ProcessHandle.current().pid() + "-" + language;
    }

    /** An empty one. */
    private String directory(String language) throws IOException {
        Path directory = Files.createDirectories(scratch.resolve("kumon-" + language));
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory)) {
            for (Path each : left) {
                Files.delete(each);
            }
        }
        return directory.toString();
    }

    private static List<String> arguments(List<String> server, KumonServerMain.Ready ready) {
        List<String> arguments = new ArrayList<>(server);
        arguments.add(Integer.toString(ready.tcpPort()));
        arguments.add(Integer.toString(ready.restPort()));
        arguments.add(ready.corba());
        return arguments;
    }

    /** Returns whether the C++ side was built with that way. */
    boolean has(Way way) {
        return inCpp.has(way);
    }

    /** Has requests sent. Returns the median in nanoseconds. */
    double p50Ns(Direction direction, Way way, Kumon2017.Row row, int atMost, long ms)
            throws IOException, InterruptedException {
        boolean fromJava = direction == Direction.JAVA_CALLS_CPP;
        boolean inJvm = fromJava || way == Way.JNI;
        String word = way == Way.JNI && !fromJava ? KumonClientMain.JNI_FROM_CPP : way.name();
        String command = "trips " + word + " " + row.requestBytes() + " " + row.replyBytes() + " " + atMost + " " + ms;
        return (inJvm ? javaClient : cppClient)
                .ask(command, Figure.class, TIMEOUT_S)
                .p50Ns();
    }

    @Override
    public void close() {
        for (int i = children.size() - 1; i >= 0; i--) { // clients first
            children.get(i).close();
        }
    }
}
