// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

import io.nearcall.ipc.os.NativeLibrary;
import io.nearcall.ipc.os.NativeLibraryException;
import io.nearcall.ipc.os.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The C half of the classes for Windows. It travels in the jar as {@code META-INF/native/windows-x86_64/nearcall.dll}
 * and is loaded once per class loader, from a directory of its own in {@code java.io.tmpdir}. The system properties
 * {@code io.nearcall.native.library} and {@code io.nearcall.native.dir} mean what they mean for {@link NativeLibrary}, but
 * a file that is given is loaded in one class loader only: a second one gets no copy of it, and cannot load it.
 */
public final class Library {
    /*
     * Windows deletes no file that is loaded. So the file stays as long as its JVM, and the next start in the same
     * directory removes those that can be deleted by then. A directory that another JVM has just made is not empty for
     * long, and one that is deleted too early makes that start fail with a message: directories younger than an hour
     * are left alone.
     */

    private static final String RESOURCE = "/META-INF/native/windows-x86_64/nearcall.dll";
    private static final String PREFIX = "nearcall-native-";
    private static final String FILE = "nearcall.dll";
    private static final int ATTEMPTS = 100;
    private static final long LEFTOVER_AGE_MS = 3_600_000;

    private static volatile boolean loaded;

    private Library() {}

    /**
     * Loads the library, unless that is done. Blocks for the time that this takes.
     *
     * @throws NativeLibraryException if it cannot be loaded, or if this is not Windows on x86-64
     */
    public static void load() {
        if (!loaded) {
            loadOnce();
        }
    }

    private static synchronized void loadOnce() {
        if (loaded) {
            return;
        }
        if (!Platform.isWindows() || !Platform.current().endsWith("-x86_64")) {
            throw new NativeLibraryException("This is " + Platform.current()
                    + ". io.nearcall.ipc.classic.windows runs on Windows on x86-64 only; use"
                    + " io.nearcall.ipc.classic.portable for Windows and Linux.");
        }
        String given = System.getProperty(NativeLibrary.LIBRARY_PROPERTY);
        if (given != null) {
            link(Path.of(given).toAbsolutePath());
        } else {
            loadFromJar();
        }
        loaded = true;
    }

    private static void loadFromJar() {
        String given = System.getProperty(NativeLibrary.DIRECTORY_PROPERTY);
        Path directory = Path.of(given == null ? System.getProperty("java.io.tmpdir") : given)
                .toAbsolutePath();
        try (InputStream library = Library.class.getResourceAsStream(RESOURCE)) {
            if (library == null) {
                throw new NativeLibraryException(
                        "This jar has no " + RESOURCE + ". Take the jar of a release, build one"
                                + " with 'mvn -Pnatives package', or name a built nearcall.dll by -D"
                                + NativeLibrary.LIBRARY_PROPERTY + "=PATH.");
            }
            removeLeftovers(directory);
            Path file = createDirectory(directory).resolve(FILE);
            Files.copy(library, file);
            link(file);
        } catch (IOException e) {
            throw new NativeLibraryException(
                    "Cannot write the native library to " + directory + " (" + e
                            + "). Name a directory that this user may write to by -D" + NativeLibrary.DIRECTORY_PROPERTY
                            + "=DIRECTORY.",
                    e);
        }
    }

    /** As Files.createTempDirectory, but without its random numbers, which LibraryFile avoids, too. */
    private static Path createDirectory(Path directory) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return Files.createDirectory(directory.resolve(PREFIX + Long.toHexString(System.nanoTime())));
            } catch (FileAlreadyExistsException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /**
     * Best effort: files in use cannot be deleted, another process may be doing the same, and the directory may be
     * closed to listing.
     */
    static void removeLeftovers(Path directory) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, PREFIX + "*")) {
            for (Path each : found) {
                removeLeftover(each);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // They stay.
        }
    }

    private static void removeLeftover(Path leftover) {
        try {
            long ageMs = System.currentTimeMillis()
                    - Files.getLastModifiedTime(leftover).toMillis();
            if (ageMs > LEFTOVER_AGE_MS) {
                Files.deleteIfExists(leftover.resolve(FILE));
                Files.deleteIfExists(leftover);
            }
        } catch (IOException e) {
            // In use, or gone.
        }
    }

    @SuppressWarnings("restricted")
    private static void link(Path file) {
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError e) {
            throw new NativeLibraryException(file + " cannot be loaded: " + e.getMessage(), e);
        } catch (IllegalCallerException e) {
            throw new NativeLibraryException(
                    "This JVM denies native access to Nearcall (--illegal-native-access=deny). Start it with"
                            + " --enable-native-access=ALL-UNNAMED, or with --enable-native-access=io.nearcall.ipc if"
                            + " Nearcall is on the module path.",
                    e);
        }
    }
}
