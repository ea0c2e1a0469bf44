// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The library as a file, for the moment that the dynamic linker needs one. */
final class LibraryFile {
    /*
     * Every JVM writes a file of its own, created exclusively, so whatever its name: nobody can load what another one
     * is still writing, or put another file in our place, unless the directory lets others rename: then it is not used.
     * The file is unlinked as soon as it is mapped; only kill -9 between the two, a few milliseconds, leaves one behind,
     * and the next start in that directory removes it.
     */

    static final String DIRECTORY_PROPERTY = "io.nearcall.native.dir";
    static final String PREFIX = "libnearcall-";
    static final String SUFFIX = ".so";

    private static final int ROOT = 0;
    private static final int WRITABLE_BY_GROUP = 0020;
    private static final int WRITABLE_BY_OTHERS = 0002;
    private static final int STICKY = 01000;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final int ATTEMPTS = 100;
    private static final Duration LEFTOVER_AGE = Duration.ofMinutes(1);

    private LibraryFile() {}

    /** Tries each directory in turn; {@code linker} throws UnsatisfiedLinkError where the file cannot be loaded. */
    static void load(byte[] library, Consumer<Path> linker) {
        List<String> refusals = new ArrayList<>();
        NativeLibraryException failure = null;
        for (Path directory : directories()) {
            try {
                loadThrough(directory, library, linker);
                return;
            } catch (IOException | UnsatisfiedLinkError e) {
                refusals.add(e.getMessage());
                failure = new NativeLibraryException(text(refusals), e);
            }
        }
        throw failure;
    }

    private static List<Path> directories() {
        String given = System.getProperty(DIRECTORY_PROPERTY);
        if (given != null) {
            return List.of(Path.of(given).toAbsolutePath());
        }
        List<Path> directories = new ArrayList<>();
        directories.add(Path.of(System.getProperty("java.io.tmpdir", "/tmp")).toAbsolutePath());
        try {
            Path runtime = Path.of("/run/user/" + Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
            if (Files.isDirectory(runtime)) {
                directories.add(runtime);
            }
        } catch (IOException | UnsupportedOperationException e) {
            // No /proc, no runtime directory: the temporary directory is all there is.
        }
        return directories;
    }

    private static void loadThrough(Path directory, byte[] library, Consumer<Path> linker) throws IOException {
        Path file;
        try {
            file = createFile(directory);
        } catch (IOException e) {
            throw new IOException("no file can be created in " + directory + " (" + e + ")", e);
        }
        try {
            Files.setPosixFilePermissions(file, OWNER_ONLY); // the umask may have taken some
            Files.write(file, library);
            if (!Files.isExecutable(file)) {
                throw new IOException(directory + " is mounted noexec");
            }
            requireLasting(file, directory);
            linker.accept(file);
        } finally {
            Files.deleteIfExists(file);
        }
        removeLeftovers(directory);
    }

    /**
     * The linker opens the file by its name, which is to be ours then. Whoever owns the directory may replace all files in it,
     * the sticky bit or not. Where each user has a group, their directories are often writable for it: that is theirs alone.
     */
    private static void requireLasting(Path file, Path directory) throws IOException {
        int owner = owner(directory);
        if (owner != ROOT
                && owner != owner(file)
                && owner != owner(Path.of("/"))) { // root of a user namespace's outside
            throw new IOException("others may replace files in " + directory + ", because it belongs to user "
                    + Integer.toUnsignedString(owner));
        }
        int mode = (int) Files.getAttribute(directory, "unix:mode") & 07777;
        if ((mode & STICKY) != 0 || (mode & (WRITABLE_BY_OTHERS | WRITABLE_BY_GROUP)) == 0) {
            return;
        }
        PosixFileAttributes names = Files.readAttributes(directory, PosixFileAttributes.class);
        boolean ofGroup = (mode & WRITABLE_BY_OTHERS) == 0;
        if (!ofGroup || !names.group().getName().equals(names.owner().getName())) {
            throw new IOException(String.format(
                    "others may replace files in %s, because its mode is %04o%s: run chmod +t %s",
                    directory, mode, ofGroup ? " and its group is " + names.group() : "", directory));
        }
    }

    private static int owner(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid");
    }

    /** As Files.createTempFile does, but for its random numbers, which take 20 ms of a process's start. */
    private static Path createFile(Path directory) throws IOException {
        FileAttribute<?> ownerOnly = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
        for (int attempt = 1; ; attempt++) {
            String name = PREFIX + Long.toHexString(System.nanoTime()) + SUFFIX;
            try {
                return Files.createFile(directory.resolve(name), ownerOnly);
            } catch (FileAlreadyExistsException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Best effort: another process may be doing the same, and files of other users stay. */
    static void removeLeftovers(Path directory) {
        FileTime limit = FileTime.from(Instant.now().minus(LEFTOVER_AGE));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                if (isNamedLikeOurs(file)
                        && Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                                        .compareTo(limit)
                                < 0) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The directory may be closed to listing, the file another user's: neither keeps this JVM from working.
        }
    }

    private static boolean isNamedLikeOurs(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
    }

    private static String text(List<String> refusals) {
        String otherwise = System.getProperty(NativeLibrary.LIBRARY_PROPERTY) == null
                ? ", or a library file by -D" + NativeLibrary.LIBRARY_PROPERTY + "=PATH"
                : "";
        return "Cannot load the native library from a temporary file: " + String.join("; ", refusals)
                + ". Name a directory that this user may write to and that is not mounted noexec by -D"
                + DIRECTORY_PROPERTY + "=DIRECTORY" + otherwise + ".";
    }
}
