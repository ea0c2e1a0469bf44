// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The C half of this package. It travels in the jar as {@code META-INF/native/PLATFORM/libnearcall.so} and is loaded
 * once per class loader, through a temporary file that is gone as soon as it is loaded. If the jar's library cannot be
 * loaded, {@code nearcall-ipc-ffm} makes the system calls instead, if it is present and this is a JDK 22 or newer.
 * System properties:
 *
 * <ul>
 *   <li>{@code io.nearcall.native}: {@code jni} for the library only, {@code ffm} for {@code nearcall-ipc-ffm} only;
 *   <li>{@code io.nearcall.native.library}: the path of a library file to load instead of the jar's. The JVM loads a
 *       file in one class loader only, so each further one loads a copy of the file, as it does with the jar's;
 *   <li>{@code io.nearcall.native.dir}: the directory for the temporary file instead of {@code java.io.tmpdir}; it must
 *       not be mounted noexec.
 * </ul>
 */
public final class NativeLibrary {

    public static final String LIBRARY_PROPERTY = "io.nearcall.native.library";
    public static final String DIRECTORY_PROPERTY = "io.nearcall.native.dir";
    static final String CHOICE_PROPERTY = "io.nearcall.native";

    private static final String JNI = "jni";
    private static final String FFM = "ffm";

    private static volatile boolean loaded;
    private static NativeLibraryException failure;

    private NativeLibrary() {}

    /**
     * Loads the library or its replacement, unless that is done. Every other method of this package does so, too. A
     * caller that calls this method first decides where the error occurs.
     *
     * @throws NativeLibraryException if it cannot be loaded; the same again on every later call
     */
    public static void load() {
        if (!loaded) {
            loadOnce();
        }
    }

    /** Whether {@link #load()} succeeds. */
    public static boolean isAvailable() {
        try {
            load();
            return true;
        } catch (NativeLibraryException e) {
            return false;
        }
    }

    private static synchronized void loadOnce() {
        if (loaded) {
            return;
        }
        if (failure != null) {
            throw new NativeLibraryException(failure.getMessage(), failure);
        }
        try {
            choose(System.getProperty(CHOICE_PROPERTY), System.getProperty(LIBRARY_PROPERTY));
            loaded = true; // publishes what ForeignFunctions has set
        } catch (NativeLibraryException e) {
            failure = e;
            throw e;
        } catch (RuntimeException | Error e) { // uncaught, it would break each class whose initialiser asks
            failure = new NativeLibraryException("Cannot load the native library: " + e, e);
            throw failure;
        }
    }

    private static void choose(String choice, String file) {
        if (Platform.isWindows()) { // whose library has other natives, also if it is given
            throw new NativeLibraryException("This is Windows, whose library has none of these natives.");
        } else if (FFM.equals(choice)) {
            ForeignFunctions.use();
        } else if (choice != null && !JNI.equals(choice)) {
            throw new NativeLibraryException(
                    "-D" + CHOICE_PROPERTY + "=" + choice + " is neither " + JNI + " nor " + FFM + ".");
        } else if (file != null) {
            loadGiven(Path.of(file).toAbsolutePath());
        } else {
            loadOrReplace(choice == null);
        }
    }

    private static void loadOrReplace(boolean replaceable) {
        try {
            loadFromJar(Platform.current());
        } catch (NativeLibraryException e) {
            if (!replaceable) {
                throw e;
            }
            try {
                ForeignFunctions.use();
            } catch (NativeLibraryException other) {
                throw new NativeLibraryException(e.getMessage() + " " + other.getMessage(), e);
            }
        }
    }

    private static void loadGiven(Path file) {
        if (!Files.isReadable(file)) {
            throw new NativeLibraryException("-D" + LIBRARY_PROPERTY + "=" + file
                    + " names a file that does not exist or cannot be read. Correct it, or leave it out to use the"
                    + " library in the jar.");
        }
        try {
            link(file);
        } catch (LinkageError e) { // also thrown by a library of another version
            if (isLoadedElsewhere(e)) {
                loadCopy(file);
                return;
            }
            throw new NativeLibraryException(
                    "-D" + LIBRARY_PROPERTY + "=" + file + " cannot be loaded: " + e.getMessage()
                            + ". It must be a libnearcall.so of this version for " + Platform.current() + ".",
                    e);
        }
    }

    /** The JVM gives a file to one class loader only, and only this message says so. */
    private static boolean isLoadedElsewhere(LinkageError e) {
        return String.valueOf(e.getMessage()).contains("already loaded in another");
    }

    private static void loadCopy(Path file) {
        String reason = "-D" + LIBRARY_PROPERTY + "=" + file
                + " is loaded in another class loader of this JVM, so this one needs a copy. ";
        try {
            LibraryFile.load(Files.readAllBytes(file), new Linker());
        } catch (NativeLibraryException e) {
            throw new NativeLibraryException(reason + e.getMessage(), e);
        } catch (IOException e) {
            throw new NativeLibraryException(reason + "It cannot be read: " + e, e);
        }
    }

    private static void loadFromJar(String platform) {
        String resource = "/META-INF/native/" + platform + "/libnearcall.so";
        try (InputStream library = NativeLibrary.class.getResourceAsStream(resource)) {
            if (library == null) {
                throw new NativeLibraryException("This jar has no native library for " + platform + " (" + resource
                        + "). Nearcall runs on Linux; for another processor build it there with"
                        + " 'mvn package', or name a built libnearcall.so by -D" + LIBRARY_PROPERTY + "=PATH.");
            }
            LibraryFile.load(library.readAllBytes(), new Linker());
        } catch (IOException e) {
            throw new NativeLibraryException("Cannot read " + resource + " from the jar: " + e.getMessage(), e);
        }
    }

    /** Not a lambda, as everywhere on the way to the first call: the first lambda takes the JVM some milliseconds. */
    private static final class Linker implements Consumer<Path> {

        @Override
        public void accept(Path file) {
            link(file);
        }
    }

    /** The JVM asks here whether native access is allowed: in the caller of System.load. */
    @SuppressWarnings("restricted")
    private static void link(Path file) {
        try {
            System.load(file.toString());
        } catch (IllegalCallerException e) {
            throw new NativeLibraryException(
                    "This JVM denies native access to Nearcall (--illegal-native-access=deny). Start it with"
                            + " --enable-native-access=ALL-UNNAMED, or with --enable-native-access=io.nearcall.ipc if"
                            + " Nearcall is on the module path.",
                    e);
        }
    }
}
