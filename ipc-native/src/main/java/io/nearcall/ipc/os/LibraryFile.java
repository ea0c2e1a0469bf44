// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The library as a file, which exists only while the dynamic linker needs it. */
final class LibraryFile {
    /*
     * Every JVM makes a directory of its own that nobody else may enter. It is created exclusively, so its name does
     * not matter. Nobody can load a file that another JVM is still writing, or put another file in our place, unless
     * the directory around it lets others rename. Then it is not used, and nothing is made in it.
     *
     * The directory and the file are removed as soon as the file is mapped. They stay if the JVM is killed between the
     * two, a few milliseconds. The directory also stays where a file system keeps a mapped file in it, as NFS does. A
     * start in the same directory removes leftovers that are an hour old, because few JVMs are stopped for so long
     * between the two.
     *
     * A file alone would suffice. But only java.nio can create one with these permissions, through 40 classes of its
     * channels, and nothing else on the way to a first call needs these.
     */

    static final String PREFIX = "libnearcall-";
    static final String SUFFIX = ".so";

    private static final int ROOT = 0;
    private static final int WRITABLE_BY_GROUP = 0020;
    private static final int WRITABLE_BY_OTHERS = 0002;
    private static final int STICKY = 01000;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final int ATTEMPTS = 100;
    private static final long LEFTOVER_AGE_MS = 3_600_000;

    /** The name of the file in a directory of our own. */
    private static final String FILE = "libnearcall.so";

    private LibraryFile() {}

    /** Tries each directory in turn. {@code linker} throws UnsatisfiedLinkError if the file cannot be loaded. */
    static void load(byte[] library, Consumer<Path> linker) {
        List<String> refusals = new ArrayList<>();
        NativeLibraryException failure = null;
        for (Path directory : directories()) {
            try {
                loadThrough(directory, library, linker);
                return;
            } catch (IOException | LinkageError e) { // also an error from JNI_OnLoad
                refusals.add(String.valueOf(e.getMessage()));
                failure = new NativeLibraryException(text(refusals), e);
            }
        }
        throw failure;
    }

    private static List<Path> directories() {
        String given = System.getProperty(NativeLibrary.DIRECTORY_PROPERTY);
        if (given != null) {
            return List.of(Path.of(given).toAbsolutePath());
        }
        List<Path> directories = new ArrayList<>();
        directories.add(Path.of(System.getProperty("java.io.tmpdir", "/tmp")).toAbsolutePath());
        Path runtime = Path.of("/run/user/" + Integer.toUnsignedString(user()));
        if (Files.isDirectory(runtime)) {
            directories.add(runtime);
        }
        return directories;
    }

    private static void loadThrough(Path given, byte[] library, Consumer<Path> linker) throws IOException {
        int user = user();
        Path directory;
        Path own;
        try {
            directory = given.toRealPath(); // once: a link may point elsewhere later
            requireLasting(directory, user);
            removeLeftovers(directory, user); // first: they may be what fills it
            own = createDirectory(directory);
        } catch (FileSystemException e) {
            throw new IOException("no file can be created in " + given + " (" + e + ")", e);
        }
        Path file = own.resolve(FILE);
        try {
            Files.setPosixFilePermissions(own, OWNER_ONLY); // the umask may have removed some
            write(library, file.toFile(), directory);
            linker.accept(file);
        } finally {
            remove(file);
            remove(own);
        }
    }

    private static void write(byte[] library, File file, Path directory) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(library);
        } catch (IOException e) {
            throw new IOException("no file can be written in " + directory + " (" + e.getMessage() + ")", e);
        }
        if (!file.setReadable(true) || !file.setExecutable(true)) {
            throw new IOException("no file can be made executable in " + directory);
        }
        if (!file.canExecute()) {
            throw new IOException(directory + " is mounted noexec");
        }
    }

    /**
     * Checks that others cannot replace the file. The linker opens the file by its name, which must still be ours then.
     * The owner of a directory may replace everything in it, whether the sticky bit is set or not. The bits of the
     * group are also those of everybody whom an access list names.
     */
    private static void requireLasting(Path directory, int user) throws IOException {
        int owner = owner(directory);
        if (owner != ROOT && !(owner == user && isOneUser(user)) && !isOfRootOutside(owner, directory)) {
            throw new IOException("others may replace files in " + directory + ", because it belongs to user "
                    + Integer.toUnsignedString(owner)
                    + (owner == user ? ", a number that other users have here, too" : ""));
        }
        int mode = (int) Files.getAttribute(directory, "unix:mode") & 07777;
        if ((mode & STICKY) == 0 && (mode & (WRITABLE_BY_OTHERS | WRITABLE_BY_GROUP)) != 0) {
            throw new IOException(String.format(
                    "others may replace files in %s, because its mode is %04o: run chmod +t %s",
                    directory, mode, directory));
        }
    }

    private static boolean isOneUser(int user) {
        return user != UserNamespace.UNNAMED || UserNamespace.hasAllUsers();
    }

    /**
     * In a user namespace without root, the kernel shows the root outside like all other users without a number.
     * Whoever owns {@code /} is trusted with the directories in it, because they may put another directory in such a
     * place.
     */
    private static boolean isOfRootOutside(int owner, Path directory) throws IOException {
        Path root = directory.getRoot();
        return root.equals(directory.getParent()) && owner == owner(root);
    }

    /** The user of this process. Without /proc it is root, so no other user's directories are trusted. */
    private static int user() {
        try {
            return owner(Path.of("/proc/self")); // the effective user, even if the JVM may not be traced
        } catch (IOException | UnsupportedOperationException e) {
            return ROOT;
        }
    }

    private static int owner(Path path, LinkOption... options) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid", options);
    }

    /** As Files.createTempDirectory, but without its random numbers, which take 20 ms of a process's start. */
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
            if (names[i].startsWith(PREFIX) && names[i].matches(PREFIX + "[0-9a-f]+\\" + SUFFIX)) {
                removeLeftover(directory.resolve(names[i]), user);
            }
        }
    }

    /** Removes a leftover of this user, who alone may put another thing in its place. */
    private static void removeLeftover(Path leftover, int user) {
        Path file = leftover.resolve(FILE);
        try {
            if (owner(leftover, LinkOption.NOFOLLOW_LINKS) != user || isYoung(leftover) || isYoung(file)) {
                return;
            }
        } catch (IOException e) {
            return; // another process was faster
        }
        if (Files.isDirectory(leftover, LinkOption.NOFOLLOW_LINKS)) {
            remove(file);
        }
        remove(leftover);
    }

    /** Whether the file is too young to be a leftover. False if there is none. */
    private static boolean isYoung(Path path) {
        try {
            FileTime changed = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS);
            return System.currentTimeMillis() - changed.toMillis() < LEFTOVER_AGE_MS;
        } catch (IOException e) {
            return false;
        }
    }

    /** Best effort: a file that stays keeps no JVM from working, and a later start tries again. */
    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // Somebody else, or the file system, has put something into it: see above.
        }
    }

    private static String text(List<String> refusals) {
        String otherwise = System.getProperty(NativeLibrary.LIBRARY_PROPERTY) == null
                ? ", or a library file by -D" + NativeLibrary.LIBRARY_PROPERTY + "=PATH"
                : "";
        return "Cannot load the native library from a temporary file: " + String.join("; ", refusals)
                + ". Name a directory that this user may write to and that is not mounted noexec by -D"
                + NativeLibrary.DIRECTORY_PROPERTY + "=DIRECTORY" + otherwise + ".";
    }
}
