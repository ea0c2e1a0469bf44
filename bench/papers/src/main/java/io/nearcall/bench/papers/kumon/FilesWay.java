// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Files of a directory. A request holds four bytes with the length of the wanted reply, and its content. It is written
 * under another name and then renamed, and so is its reply. As in 2017 the Java side looks every 2 ms, and the C++ side is
 * told by inotify.
 */
final class FilesWay {

    private static final long SCAN_MS = 2;
    private static final String REQUEST = "_request";
    private static final String REPLY = "_reply";
    private static final String UNFINISHED = "_tmp";

    private FilesWay() {}

    /** Serves in a thread of its own. */
    static void serve(Path directory, Exchange answering) {
        Serving.start("files", () -> {
            Thread.sleep(SCAN_MS);
            try (DirectoryStream<Path> requests = Files.newDirectoryStream(directory, "*" + REQUEST)) {
                for (Path file : requests) {
                    answer(file, answering);
                }
            }
        });
    }

    private static void answer(Path file, Exchange answering) throws Exception {
        ByteBuffer content = ByteBuffer.wrap(taken(file));
        int replyBytes = content.getInt();
        byte[] request = new byte[content.remaining()];
        content.get(request);
        String id = file.getFileName().toString().replace(REQUEST, "");
        publish(file.resolveSibling(id + REPLY), ByteBuffer.wrap(answering.exchange(request, replyBytes)));
    }

    static Exchange to(Path directory) {
        return (request, replyBytes) -> {
            String id = UUID.randomUUID().toString();
            ByteBuffer wanted = ByteBuffer.allocate(Integer.BYTES).putInt(0, replyBytes);
            publish(directory.resolve(id + REQUEST), wanted, ByteBuffer.wrap(request));
            Path reply = directory.resolve(id + REPLY);
            while (!Files.exists(reply)) {
                Thread.sleep(SCAN_MS);
            }
            return taken(reply);
        };
    }

    private static void publish(Path file, ByteBuffer... content) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
        try (FileChannel out = FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (ByteBuffer part : content) {
                while (part.hasRemaining()) {
                    out.write(part);
                }
            }
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static byte[] taken(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.delete(file);
        return bytes;
    }
}
