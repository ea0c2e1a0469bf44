// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.segment.Words;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The file of a shared object, opened and mapped, with the slot of this opening. */
final class ObjectFile {

    /* The maker of an object makes a file without a name. It names the file when everything is in it and its own slot
     * is locked. So there are no half-made objects, and a maker that is killed leaves nothing. Of two makers, one gets
     * the name and the other opens that object.
     *
     * A process that opens or closes the object locks the file's door. Then it checks whether the name still belongs to
     * the file, because the process before it in the door may have removed the name. The last process to close the
     * object removes the name. If all processes have died, the name stays, and the next process finds all slots free.
     * It removes the name, too, and makes a new object: the old one may be half changed, and nobody is left who knows
     * what it was for. It leaves the old file as it is and does not reuse it, because a closed object of a living
     * process may still map it. */

    private static final int LENGTH_MAX = Integer.MAX_VALUE - 8;
    private static final int MODE_OTHERS = 0077;

    /** Opening and closing take microseconds. A process that takes longer is stopped. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private final Path path;
    private final int fd;
    private final AtomicBoolean descriptorOpen = new AtomicBoolean(true);
    private final Openings openings;
    private long length;
    private long address;
    private ByteBuffer memory;
    private int id;

    private ObjectFile(Path path, int fd) {
        this.path = path;
        this.fd = fd;
        this.openings = new Openings(fd, path.toString());
    }

    /** Opens the object of that path, and makes it if there is none. */
    static ObjectFile open(Path path, Layout layout) {
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        String name = path.toString();
        while (true) { // again whenever the name is given or removed meanwhile
            FileStatus found = FileSystem.lstat(name);
            if (found != null) {
                check(found, path);
            }
            int fd =
                    found == null ? FileSystem.openUnnamed(path.getParent().toString()) : FileSystem.openExisting(name);
            if (fd == FileSystem.NONE) {
                continue;
            }
            ObjectFile file = new ObjectFile(path, fd);
            boolean open = false;
            try {
                open = found == null ? file.make(layout) : file.join(layout, deadlineNs);
                if (open) {
                    return file;
                }
            } finally {
                if (!open) {
                    file.end().run();
                }
            }
        }
    }

    /**
     * Returns the clean-up for when nothing refers to the memory any more. It does not keep the memory alive itself.
     */
    Runnable end() {
        long mapped = address;
        long length = this.length;
        int descriptor = fd;
        AtomicBoolean open = descriptorOpen;
        return () -> {
            if (mapped != 0) {
                Memory.unmap(mapped, length);
            }
            closeDescriptor(descriptor, open);
        };
    }

    private static void closeDescriptor(int fd, AtomicBoolean open) {
        if (open.compareAndSet(true, false)) {
            Descriptors.close(fd);
        }
    }

    /** Returns false if another file has been given the name meanwhile. */
    private boolean make(Layout layout) {
        byte[] description = layout.description().getBytes(StandardCharsets.UTF_8);
        long lengthBytes = (long) ObjectDescriptor.FIELDS_OFFSET + layout.length() + description.length;
        Memory.allocate(fd, lengthBytes);
        map(lengthBytes);
        memory.putInt(ObjectDescriptor.VERSION_OFFSET, ObjectDescriptor.VERSION);
        memory.putInt(ObjectDescriptor.FIELDS_LENGTH_OFFSET, layout.length());
        memory.putInt(ObjectDescriptor.DESCRIPTION_LENGTH_OFFSET, description.length);
        memory.put(ObjectDescriptor.descriptionIndex(layout.length()), description);
        id = openings.enter(memory);
        Words.putLongRelease(memory, ObjectDescriptor.MAGIC_OFFSET, ObjectDescriptor.MAGIC);
        return FileSystem.link(fd, path.toString());
    }

    /** Returns false if the name has been removed meanwhile, or if this call removes it. */
    private boolean join(Layout layout, long deadlineNs) {
        FileStatus status = FileSystem.fstat(fd);
        check(status, path);
        if (!openings.enterDoor(deadlineNs)) {
            throw new OsException(
                    "fcntl(F_OFD_SETLK)",
                    Errno.EAGAIN,
                    path + " has been locked for " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NS)
                            + " s by a process that opens or closes it, which may be stopped");
        }
        if (!bearsName()) {
            return false;
        }
        if (status.size() < ObjectDescriptor.FIELDS_OFFSET
                || status.size() > LENGTH_MAX
                || Memory.allocated(fd) < status.size()) {
            throw refused("is not a shared object");
        }
        map(status.size());
        checkHeader();
        if (!openings.areThereOthers()) {
            FileSystem.unlink(path.toString());
            return false;
        }
        checkLayout(layout);
        id = openings.enter(memory);
        openings.leaveDoor();
        return true;
    }

    private void map(long lengthBytes) {
        length = lengthBytes;
        address = Memory.map(fd, 0, length, true);
        memory = Memory.buffer(address, length);
    }

    private boolean bearsName() {
        FileStatus named = FileSystem.lstat(path.toString());
        return named != null && named.isSameFile(FileSystem.fstat(fd));
    }

    private static void check(FileStatus status, Path path) {
        if (status.isSymbolicLink()) {
            throw new OsException("open", Errno.ELOOP, path.toString());
        }
        if (!status.isRegularFile()) {
            throw new OsException("open", Errno.EINVAL, path + " is not a regular file");
        }
        if (status.uid() != CurrentProcess.uid()) {
            throw new OsException(
                    "open", Errno.EACCES, path + " belongs to user " + Integer.toUnsignedString(status.uid()));
        }
        if ((status.permissions() & MODE_OTHERS) != 0) {
            throw new OsException(
                    "open",
                    Errno.EACCES,
                    String.format(
                            "%s is open to others, its mode is %04o: not a shared object", path, status.permissions()));
        }
    }

    private void checkHeader() {
        // Partner: the release store in make. Whoever sees the magic sees the whole header.
        if (Words.getLongAcquire(memory, ObjectDescriptor.MAGIC_OFFSET) != ObjectDescriptor.MAGIC) {
            throw refused("is not a shared object");
        }
        int version = Words.getIntOpaque(memory, ObjectDescriptor.VERSION_OFFSET);
        if (version != ObjectDescriptor.VERSION) {
            throw refused("is a shared object of format " + version + ", not " + ObjectDescriptor.VERSION
                    + ": remove it if nobody uses it");
        }
    }

    private void checkLayout(Layout layout) {
        int fieldsLength = Words.getIntOpaque(memory, ObjectDescriptor.FIELDS_LENGTH_OFFSET);
        int descriptionLength = Words.getIntOpaque(memory, ObjectDescriptor.DESCRIPTION_LENGTH_OFFSET);
        long expected = (long) ObjectDescriptor.FIELDS_OFFSET + fieldsLength + descriptionLength;
        if (fieldsLength < 0 || descriptionLength < 0 || expected != length) {
            throw refused("has " + length + " bytes, but its header says " + expected);
        }
        byte[] bytes = new byte[descriptionLength];
        memory.get(ObjectDescriptor.descriptionIndex(fieldsLength), bytes);
        String description = new String(bytes, StandardCharsets.UTF_8);
        if (!description.equals(layout.description())) {
            throw refused("has the fields [" + description + "], not [" + layout.description() + "]");
        }
    }

    private OsException refused(String why) {
        return new OsException("open", Errno.EINVAL, path + " " + why);
    }

    ByteBuffer memory() {
        return memory;
    }

    long address() {
        return address;
    }

    /** The id of this opening. */
    int id() {
        return id;
    }

    Openings openings() {
        return openings;
    }

    /**
     * Leaves the object, and removes its name if this opening is the last one. Called once, when no thread of this
     * opening holds or awaits its lock. The memory stays mapped.
     */
    void leave() {
        try {
            if (openings.enterDoor(System.nanoTime() + PATIENCE_NS) && !openings.areThereOthers() && bearsName()) {
                FileSystem.unlink(path.toString());
            }
        } finally {
            openings.leave(); // closing is not enough: the map outlives it, and with it the locks of the descriptor
            closeDescriptor(fd, descriptorOpen);
        }
    }
}
