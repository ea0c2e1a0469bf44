// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.bench.pair.Child;
import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.trade.Trade;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** A server JVM and its fresh clients. Each has its own archive of one kind, or none has an archive. */
final class FreshClients implements AutoCloseable {

    private static final long TIMEOUT_S = 30;
    private static final String FROM_ARCHIVE = " source: shared objects file";
    private static final String GENERATOR = " net.bytebuddy.";

    private final Archive archive;
    private final Path place;
    private final String classPath;
    private final Path builtClasses;
    private final Function<Path, List<String>> archiveFlags;
    private final Child server;
    private final StartServer.Ready ready;

    private FreshClients(Archive archive, Path place, String classPath, Function<Path, List<String>> archiveFlags)
            throws IOException, InterruptedException {
        this.archive = archive;
        this.place = place;
        this.classPath = classPath;
        this.builtClasses = BuiltClassesJar.of(List.of(Trade.class, Greeter.class), place.resolve("built.jar"));
        this.archiveFlags = archiveFlags;
        // The names are the same in every run, so the next run takes over what a killed one has left.
        String services = "bench-start-" + archive.name().toLowerCase(Locale.ROOT);
        server =
                Child.start(services, "", flags(JvmFlags.ALL, StartServer.class), StartServer.class, List.of(services));
        try {
            ready = server.next(StartServer.Ready.class, TIMEOUT_S);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /**
     * Makes the archives, with a run of the server and of each client, and starts the server.
     *
     * @param place the directory of the archives; it exists
     * @param classPath has only jars, unless there is no archive
     */
    static FreshClients start(Archive archive, Path place, String classPath) throws IOException, InterruptedException {
        if (archive != Archive.NONE) {
            for (Class<?> each : mains()) {
                Files.deleteIfExists(file(place, archive, each)); // of another run, which had other jars
            }
            try (FreshClients first = new FreshClients(archive, place, classPath, archive::making)) {
                for (FreshClient each : FreshClient.COMPARED) {
                    first.run(each);
                }
                first.server.end();
            }
        }
        return new FreshClients(archive, place, classPath, archive::using);
    }

    private static List<Class<?>> mains() {
        Stream<Class<?>> clients = FreshClient.COMPARED.stream().map(FreshClient::main);
        return Stream.concat(Stream.of(StartServer.class), clients).toList();
    }

    private static Path file(Path place, Archive archive, Class<?> main) {
        return place.resolve(main.getSimpleName() + "." + archive.name().toLowerCase(Locale.ROOT));
    }

    private List<String> flags(List<String> ofAll, Class<?> main) {
        List<String> flags = new ArrayList<>(ofAll);
        flags.addAll(archiveFlags.apply(file(place, archive, main)));
        flags.addAll(List.of("-cp", classPath));
        return flags;
    }

    /** Starts a client, and waits until it ends. */
    Marks.Found run(FreshClient client) throws IOException, InterruptedException {
        return FreshJvm.run(client.main(), flags(client), client.argument(ready));
    }

    private List<String> flags(FreshClient client) {
        List<String> flags = flags(FreshJvm.FLAGS, client.main());
        if (client.hasBuiltClasses()) {
            flags.addAll(List.of("-Dio.nearcall.stubs=built", "-cp", builtClasses + File.pathSeparator + classPath));
        }
        return flags;
    }

    /**
     * Does the same, and checks whether the client's class comes from the archive. The JVM reports this nowhere else.
     */
    void check(FreshClient client) throws IOException, InterruptedException {
        Path log = place.resolve("classes.log");
        List<String> flags = flags(client);
        flags.add("-Xlog:class+load:file=" + log);
        FreshJvm.run(client.main(), flags, client.argument(ready));
        List<String> classes = Files.readAllLines(log);
        checkArchived(client.main(), classes, archive);
        if (client.hasBuiltClasses() && classes.stream().anyMatch(line -> line.contains(GENERATOR))) {
            throw new IOException(client + " generated classes, though it has some from a build");
        }
    }

    /** @param log the log of the classes that a JVM has loaded */
    static void checkArchived(Class<?> main, List<String> log, Archive archive) throws IOException {
        boolean archived = log.stream().anyMatch(line -> line.contains(main.getName() + FROM_ARCHIVE));
        if (archived != (archive != Archive.NONE)) {
            throw new IOException(
                    main.getName() + (archived ? " came" : " did not come") + " from an archive: archive=" + archive);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
