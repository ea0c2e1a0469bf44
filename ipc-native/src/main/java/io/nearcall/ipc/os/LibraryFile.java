// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The library as a file, for the moment that the dynamic linker needs one. */
final class LibraryFile {
    /*
     * Every JVM makes a directory of its own that nobody else may enter, created exclusively, so whatever its name: nobody can load
     * what another one is still writing, or put another file in our place, unless the directory around it lets others rename:
     * then it is not used. Both are removed as soon as the file is mapped; only kill -9 between the two, a few milliseconds,
     * leaves them behind, and the next start in that directory removes them.
     *
     * A file alone would do. But only java.nio can create one with these permissions, through 40 classes of its channels, which
     * nothing else on the way to a first call needs.
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
    private static final long LEFTOVER_AGE_MS = 60_000;

    /** In a directory of our own. */
    private static final String FILE = "libnearcall.so";

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
        Path own;
        try {
            own = createDirectory(directory);
        } catch (IOException e) {
            throw new IOException("no file can be created in " + directory + " (" + e + ")", e);
        }
        int user;
        try {
            Files.setPosixFilePermissions(own, OWNER_ONLY); // the umask may have taken some
            user = requireLasting(own, directory);
            Path file = own.resolve(FILE);
            write(library, file.toFile(), directory);
            linker.accept(file);
        } finally {
            Files.deleteIfExists(own.resolve(FILE));
            Files.deleteIfExists(own);
        }
        removeLeftovers(directory, user);
    }

    private static void write(byte[] library, File file, Path directory) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(library);
        }
        if (!file.setReadable(true) || !file.setExecutable(true) || !file.canExecute()) {
            throw new IOException(directory + " is mounted noexec");
        }
    }

    /**
     * The linker opens the file by its name, which is to be ours then. Whoever owns the directory may replace all that is in it,
     * the sticky bit or not. Where each user has a group, their directories are often writable for it: that is theirs alone.
     *
     * @param own in {@code directory}
     * @return the owner of {@code own}
     */
    private static int requireLasting(Path own, Path directory) throws IOException {
        int owner = owner(directory);
        int user = owner(own);
        if (owner != ROOT && owner != user && owner != owner(Path.of("/"))) { // root of a user namespace's outside
            throw new IOException("others may replace files in " + directory + ", because it belongs to user "
                    + Integer.toUnsignedString(owner));
        }
        int mode = (int) Files.getAttribute(directory, "unix:mode") & 07777;
        if ((mode & STICKY) != 0 || (mode & (WRITABLE_BY_OTHERS | WRITABLE_BY_GROUP)) == 0) {
            return user;
        }
        PosixFileAttributes names = Files.readAttributes(directory, PosixFileAttributes.class);
        boolean ofGroup = (mode & WRITABLE_BY_OTHERS) == 0;
        if (!ofGroup || !names.group().getName().equals(names.owner().getName())) {
            throw new IOException(String.format(
                    "others may replace files in %s, because its mode is %04o%s: run chmod +t %s",
                    directory, mode, ofGroup ? " and its group is " + names.group() : "", directory));
        }
        return user;
    }

    private static int owner(Path path, LinkOption... options) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid", options);
    }

    /** As Files.createTempDirectory does, but for its random numbers, which take 20 ms of a process's start. */
    private static Path createDirectory(Path directory) throws IOException {
        FileAttribute<?> ownerOnly = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
        for (int attempt = 1; ; attempt++) {
            String name = PREFIX + Long.toHexString(System.nanoTime()) + SUFFIX;
            try {
                return Files.createDirectory(directory.resolve(name), ownerOnly);
            } catch (FileAlreadyExistsException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Best effort: another process may be doing the same, and the directory may be closed to listing. */
    private static void removeLeftovers(Path directory, int user) {
        String[] names = directory.toFile().list();
        for (int i = 0; names != null && i < names.length; i++) {
            if (names[i].startsWith(PREFIX) && names[i].endsWith(SUFFIX)) {
                removeLeftover(directory.resolve(names[i]), user);
            }
        }
    }

    /** One of this user, who alone may put another thing in its place. */
    private static void removeLeftover(Path leftover, int user) {
        try {
            long ageMs = System.currentTimeMillis()
                    - Files.getLastModifiedTime(leftover, LinkOption.NOFOLLOW_LINKS)
                            .toMillis();
            if (ageMs < LEFTOVER_AGE_MS || owner(leftover, LinkOption.NOFOLLOW_LINKS) != user) {
                return;
            }
            if (Files.isDirectory(leftover, LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(leftover.resolve(FILE));
            }
            Files.deleteIfExists(leftover);
        } catch (IOException e) {
            // Another process was faster, or something else is in it: neither keeps this JVM from working.
        }
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
