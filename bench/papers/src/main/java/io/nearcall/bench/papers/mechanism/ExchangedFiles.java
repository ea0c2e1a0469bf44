// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.UUID;

/**
 * Files in a directory, as in Kumo&#324; 2017. A request is written under another name and then renamed, and so is its
 * reply. The kernel tells the server of a request (inotify). The client looks every 2 ms.
 */
final class ExchangedFiles implements Responder {

    private static final long SCAN_MS = 2;
    private static final String REQUEST = "_request";
    private static final String REPLY = "_reply";
    private static final String UNFINISHED = "_tmp";

    private final Path directory;
    private final WatchService watch;

    private ExchangedFiles(Path directory, WatchService watch) {
        this.directory = directory;
        this.watch = watch;
    }

    static Responder offer(Path scratch) throws IOException {
        Path directory = Files.createDirectories(scratch.resolve("papers-exchange"));
        removeAll(directory);
        WatchService watch = directory.getFileSystem().newWatchService();
        directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
        return new ExchangedFiles(directory, watch);
    }

    static Caller call(String address) {
        Path directory = Path.of(address);
        return (request, room) -> {
            String id = UUID.randomUUID().toString();
            publish(directory, id + REQUEST, request);
            Path reply = directory.resolve(id + REPLY);
            while (!Files.exists(reply)) {
                Thread.sleep(SCAN_MS);
            }
            return taken(reply);
        };
    }

    @Override
    public String address() {
        return directory.toString();
    }

    @Override
    public void respond(Shape shape, int count) throws IOException, InterruptedException {
        byte[] reply = new byte[shape.replyBytes()];
        int answered = 0;
        while (answered < count) {
            var key = watch.take();
            key.pollEvents(); // there are events of other files than requests, and of requests that were answered
            key.reset();
            try (DirectoryStream<Path> requests = Files.newDirectoryStream(directory, "*" + REQUEST)) {
                for (Path request : requests) {
                    byte[] bytes = taken(request);
                    String id = request.getFileName().toString().replace(REQUEST, "");
                    publish(directory, id + REPLY, shape.isEcho() ? bytes : reply);
                    answered++;
                }
            }
        }
    }

    private static void publish(Path directory, String name, byte[] bytes) throws IOException {
        Path unfinished = Files.write(directory.resolve(name + UNFINISHED), bytes);
        Files.move(unfinished, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    private static byte[] taken(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.delete(file);
        return bytes;
    }

    private static void removeAll(Path directory) throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory)) {
            for (Path each : left) {
                Files.delete(each);
            }
        }
    }

    @Override
    public void close() {
        try {
            watch.close();
            removeAll(directory);
            Files.delete(directory);
        } catch (IOException e) {
            System.err.println("removing " + directory + ": " + e);
        }
    }
}
