// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.segment.SegmentDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that lists the System V objects that its process has made or is about to make: {@code .sysv-PID-NONCE}. It
 * exists, and is locked, before the first object exists. It goes after the last one. So whoever can lock it knows that
 * its process is dead, and which objects the process has left.
 *
 * <pre>
 *   ipc:[4026531839]        the IPC namespace of the keys
 *   shm 1f3a5c01 1          kind, key of the first in hexadecimal digits, how many keys from there on
 *   msg 1f3a5c02 32
 * </pre>
 */
final class SysVRecord implements AutoCloseable {

    /* The keys are random and chosen beforehand. An id is known only when there is an object. A process that is killed
     * in between would leave an object that nobody can tell from others. With its key it is found, and known to be
     * ours.
     *
     * The file and its lock may be seen where the objects are not: in containers that share the directory. A sweep
     * there would find nothing of those keys, or something else. So it leaves the record to a process that can find the
     * objects.
     *
     * A lock tells more than a pid does. It ends with the process and nothing else, it is not used again by another
     * process, and it is seen from every pid namespace. */

    private static final Pattern NAME = Pattern.compile("\\.sysv-[1-9][0-9]{0,9}-[0-9a-f]{16}");
    private static final Pattern LINE = Pattern.compile("(\\w{3}) ([0-9a-f]{1,8}) ([0-9]{1,4})");

    /** A batch has a segment, and at most one object for each lane. A record that names more was not written here. */
    private static final int KEYS_MAX = 1 + SegmentDescriptor.MAX_LANES;

    private static final SecureRandom RANDOM = new SecureRandom();

    private static final String NAMESPACE = "ipc:[";
    private static final Path OWN_NAMESPACE = Path.of("/proc/self/ns/ipc");

    private final String path;
    private final int descriptor;

    private SysVRecord(String path, int descriptor) {
        this.path = path;
        this.descriptor = descriptor;
    }

    /** Makes an empty record, locked. */
    static SysVRecord open(Path directory) {
        while (true) {
            String name = ".sysv-" + CurrentProcess.pid() + "-" + HexFormat.of().toHexDigits(RANDOM.nextLong());
            SysVRecord record = tryOpen(directory.resolve(name).toString());
            if (record != null) {
                return record;
            }
        }
    }

    /** Returns null if a sweep has found the file before it was locked, and has taken it for a dead process's. */
    private static SysVRecord tryOpen(String path) {
        int descriptor = FileSystem.openLockFile(path);
        boolean locked = false;
        try {
            locked = FileSystem.tryLock(descriptor) && isAt(path, descriptor);
            return locked ? new SysVRecord(path, descriptor) : null;
        } finally {
            if (!locked) {
                FileSystem.unlink(path);
                Descriptors.close(descriptor);
            }
        }
    }

    private static boolean isAt(String path, int descriptor) {
        FileStatus there = FileSystem.lstat(path);
        FileStatus open = FileSystem.fstat(descriptor);
        return there != null && there.isSameFile(open);
    }

    /** Returns the first of {@code count} keys in a row that are nobody's, as far as chance can tell. */
    static int newKeys(int count) {
        return 1 + RANDOM.nextInt(Integer.MAX_VALUE - count);
    }

    /** Returns a line for {@link #write}. */
    static String line(SysVKind kind, int firstKey, int count) {
        return kind.sign + " " + Integer.toHexString(firstKey) + " " + count + "\n";
    }

    /** Replaces the text of the record. To be called before the objects are made. */
    void write(String lines) {
        FileSystem.writeText(descriptor, namespace() + lines);
    }

    private static String namespace() {
        try {
            return Files.readSymbolicLink(OWN_NAMESPACE) + "\n";
        } catch (IOException e) {
            return ""; // without a /proc
        }
    }

    private static boolean isOfAnotherNamespace(String text) {
        return text.startsWith(NAMESPACE) && !text.startsWith(namespace());
    }

    /** Removes the record. Called when all objects are removed. */
    void delete() {
        FileSystem.unlink(path);
    }

    /** From now on the record tells what a dead process has left, unless it has been deleted. Called once. */
    @Override
    public void close() {
        Descriptors.close(descriptor);
    }

    /** Removes the objects that dead processes have left behind. Returns how many that were. */
    static int sweep(Path directory) {
        int removed = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, ".sysv-*")) {
            for (Path entry : entries) {
                if (NAME.matcher(entry.getFileName().toString()).matches()) {
                    removed += sweep(entry.toString());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list " + directory + ": " + e.getMessage(), e);
        }
        return removed;
    }

    /** Sweeps one record, which stays if not all objects that it names can be removed. */
    private static int sweep(String path) {
        FileStatus found = FileSystem.lstat(path);
        if (found == null || !found.isRegularFile() || found.uid() != CurrentProcess.uid()) {
            return 0;
        }
        int descriptor;
        try {
            descriptor = FileSystem.openLockFile(path); // makes a file that has just gone anew; it is removed below
        } catch (OsException e) {
            return 0; // not what it was a moment ago
        }
        try {
            if (!FileSystem.tryLock(descriptor)) {
                return 0;
            }
            String text = FileSystem.readText(descriptor);
            if (isOfAnotherNamespace(text)) {
                return 0;
            }
            int removed = removeObjects(text);
            FileSystem.unlink(path);
            return removed;
        } catch (OsException e) {
            return 0;
        } finally {
            Descriptors.close(descriptor);
        }
    }

    /** Looks for no more keys than a batch has, whatever the text says: each takes a system call. */
    private static int removeObjects(String text) {
        int left = KEYS_MAX;
        int removed = 0;
        for (Matcher line : (Iterable<Matcher>) text.lines().map(LINE::matcher)::iterator) {
            if (line.matches()) {
                int count = Math.min(left, Integer.parseInt(line.group(3)));
                removed += removeObjects(line.group(1), Integer.parseUnsignedInt(line.group(2), 16), count);
                left -= count;
            }
        }
        return removed;
    }

    private static int removeObjects(String sign, int firstKey, int count) {
        int removed = 0;
        for (SysVKind kind : SysVKind.values()) {
            for (int i = 0; kind.sign.equals(sign) && i < count; i++) {
                removed += kind.removeOwn(firstKey + i) ? 1 : 0;
            }
        }
        return removed;
    }
}
