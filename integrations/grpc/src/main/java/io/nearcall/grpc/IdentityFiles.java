// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLException;

/** The identity of this side, read from files that may be replaced at any time. Any thread. */
final class IdentityFiles implements TlsContexts.Source {

    /* No thread watches the files. Each new session looks at them, and reads them if they have changed since the last
     * look. A look costs three system calls, far less than the handshake that follows.
     *
     * A look may come while a file is being written, or after one file has been replaced and before the next. Then a file
     * is broken, or the key is not that of the certificate. The session uses the identity that was read before. The writer
     * will change the files again, so a later look reads them again.
     *
     * Two changes may come within one tick of the clock of the file system. So files that have changed recently are read
     * at the next look, too.
     */

    private static final long LONGEST_TICK_MS = 2_000;

    private final Security files;
    private Identity current; // guarded by this, like the next two; null before the first look
    private List<Version> seen = List.of();
    private boolean troubled;

    /**
     * Attributes of a file that change when it is replaced or written.
     *
     * @param key of the file behind all links; null if the file system has no keys, or the file is missing
     */
    private record Version(FileTime modified, long length, Object key) {

        static Version of(Path file) {
            try {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                return new Version(found.lastModifiedTime(), found.size(), found.fileKey());
            } catch (IOException e) {
                return new Version(FileTime.fromMillis(0), 0, null); // reading the file will tell why
            }
        }

        boolean isRecent() {
            return System.currentTimeMillis() - modified.toMillis() < LONGEST_TICK_MS;
        }
    }

    IdentityFiles(Security files) {
        this.files = files;
    }

    /**
     * Returns the content of the files, or their last content that could be used. Reads the files if they have changed.
     *
     * @throws SSLException if the content cannot be used, and there was none before that could
     */
    @Override
    public synchronized Identity current() throws SSLException {
        List<Version> found =
                List.of(Version.of(files.certificate()), Version.of(files.key()), Version.of(files.trusted()));
        if (current == null || !found.equals(seen)) {
            read();
            seen = found.stream().anyMatch(Version::isRecent) ? List.of() : found;
        }
        return current;
    }

    private void read() throws SSLException {
        try {
            Identity read = Identity.read(files);
            if (current != null && !read.equals(current)) {
                log(Level.INFO, "New sessions use what has been read anew from " + files);
            }
            current = read.equals(current) ? current : read;
            troubled = false;
        } catch (IOException
                | GeneralSecurityException
                | RuntimeException e) { // some providers of algorithms throw these
            String reason = e instanceof FileSystemException ? e.toString() : e.getMessage();
            if (current == null) {
                throw new SSLException(reason, e);
            }
            if (!troubled) {
                troubled = true;
                log(
                        Level.WARNING,
                        "New sessions use what was read before from " + files + ", as that is broken now: " + reason);
            }
        }
    }

    private static void log(Level level, String text) {
        System.getLogger(GrpcTransport.class.getPackageName()).log(level, text);
    }
}
