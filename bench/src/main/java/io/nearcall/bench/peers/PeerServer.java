// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers;

import io.nearcall.bench.trade.TradeDesk;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The server of a peer in its JVM. Server and directory end with the JVM, even at an interrupt from the terminal. */
public final class PeerServer {

    private PeerServer() {}

    /** Returns, when clients can connect, the name of the file that the library comes from. */
    public static String start(Peer peer, Path directory, TradeDesk desk) throws Exception {
        PeerEnds ends = peer.ends();
        delete(directory);
        Files.createDirectories(directory);
        AutoCloseable server;
        try {
            server = ends.serve(directory, desk);
        } catch (Exception | LinkageError e) {
            deleteWithParent(directory);
            throw e;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server, directory), "close"));
        return Path.of(ends.library()
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .getFileName()
                .toString();
    }

    private static void close(AutoCloseable server, Path directory) {
        try {
            server.close();
        } catch (Exception e) {
            System.err.println("closing: " + e);
        }
        deleteWithParent(directory);
    }

    private static void deleteWithParent(Path directory) {
        try {
            delete(directory);
            Files.deleteIfExists(directory.getParent());
        } catch (DirectoryNotEmptyException othersAreLeft) {
            // The last process deletes it.
        } catch (IOException e) {
            System.err.println("deleting " + directory + ": " + e);
        }
    }

    /** Deletes a directory with all its contents. Does nothing if it does not exist. */
    public static void delete(Path directory) throws IOException {
        if (Files.notExists(directory)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> found = Files.walk(directory)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
