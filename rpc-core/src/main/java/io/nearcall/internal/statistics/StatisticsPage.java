// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.NativeLibraryException;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.ProcessStatus;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** The page of one endpoint, for its writer. One thread at a time, except that each cell belongs to its lane. */
final class StatisticsPage {

    /* The file has no name until it is whole. Its memory pages are allocated before they are written: a full file
     * system is an error at allocation, but would end the JVM at a write. The map has the greatest length of a page, so
     * that it never moves while a lane uses it. The file is locked before it has its name, and until the process ends:
     * so processes of other pid namespaces can tell whether this one lives. */

    private static final int MOST_OF_A_PROCESS = 10_000;

    /** There is no room for a block. */
    static final int NO_ROOM = -1;

    private final String path;
    private final int fd;
    private final long address;
    private final ByteBuffer memory;
    private int length = PageLayout.FIRST_LENGTH;
    private int end = PageLayout.HEADER_LENGTH;
    private long changes;

    private StatisticsPage(String path, int fd, long address) {
        this.path = path;
        this.fd = fd;
        this.address = address;
        this.memory = Memory.buffer(address, PageLayout.MAX_LENGTH);
    }

    /**
     * Makes a page in a directory on a tmpfs.
     *
     * @throws OsException if there is no room, no descriptor, or no such directory
     */
    static StatisticsPage create(PageOwner owner) {
        int fd = FileSystem.openUnnamed(owner.directory());
        long address = 0;
        boolean made = false;
        try {
            FileSystem.tryLock(fd);
            Memory.allocate(fd, PageLayout.FIRST_LENGTH);
            address = Memory.map(fd, 0, PageLayout.MAX_LENGTH, true);
            int number = 0;
            StatisticsPage page;
            do {
                String path = owner.directory() + "/" + owner.pid() + "-" + number + PageLayout.SUFFIX;
                page = new StatisticsPage(path, fd, address);
                page.writeHeader(owner);
                made = FileSystem.link(fd, path);
            } while (!made && ++number < MOST_OF_A_PROCESS);
            if (!made) {
                throw new OsException("link", Errno.EEXIST, page.path);
            }
            return page;
        } finally {
            if (!made) {
                if (address != 0) {
                    Memory.unmap(address, PageLayout.MAX_LENGTH);
                }
                Descriptors.close(fd);
            }
        }
    }

    /** Returns whether an endpoint holds the lock of a page; true if that cannot be told, or if there is no such page. */
    static boolean isHeld(String path) {
        int fd = FileSystem.NONE;
        try {
            fd = FileSystem.openExisting(path);
            return fd == FileSystem.NONE || !FileSystem.tryLock(fd);
        } catch (OsException | NativeLibraryException e) {
            return true;
        } finally {
            if (fd != FileSystem.NONE) {
                Descriptors.close(fd);
            }
        }
    }

    private void writeHeader(PageOwner owner) {
        memory.putInt(PageLayout.VERSION_OFFSET, PageLayout.VERSION);
        memory.putInt(PageLayout.PID_OFFSET, owner.pid());
        ProcessStatus status = ProcessStatus.of(owner.pid());
        memory.putLong(PageLayout.START_TICKS_OFFSET, status == null ? 0 : status.startTicks());
        memory.putLong(PageLayout.OPENED_OFFSET, owner.openedMs());
        memory.putInt(PageLayout.END_OFFSET, end);
        memory.putInt(PageLayout.STATE_OFFSET, PageLayout.OPEN);
        int offset = PageLayout.TEXTS_OFFSET;
        for (String text : owner.texts()) {
            byte[] bytes = PageText.bytes(text);
            if (offset + PageText.length(bytes) <= PageLayout.TEXTS_END) {
                offset = PageText.put(memory, offset, bytes);
            }
        }
        VarHandle.releaseFence(); // the magic is last: a reader that sees it sees the rest
        memory.putLong(PageLayout.MAGIC_OFFSET, PageLayout.MAGIC);
    }

    String path() {
        return path;
    }

    ByteBuffer memory() {
        return memory;
    }

    /**
     * Makes a block, which is zero except for its type and length. Readers do not see it before {@link #publish}.
     *
     * @return the offset of the block, or {@link #NO_ROOM}
     */
    int add(int type, int blockLength) {
        int offset = end;
        if (offset + blockLength > length && !grow()) {
            return NO_ROOM;
        }
        memory.putInt(offset + PageLayout.TYPE_OFFSET, type);
        memory.putInt(offset + PageLayout.LENGTH_OFFSET, blockLength);
        end = offset + blockLength;
        return offset;
    }

    /** Shows the blocks that have been added, which must be complete. */
    void publish() {
        VarHandle.releaseFence(); // partner: a reader loads End before it loads the blocks
        memory.putInt(PageLayout.END_OFFSET, end);
    }

    private boolean grow() {
        if (length == PageLayout.MAX_LENGTH) {
            return false;
        }
        try {
            Memory.allocate(fd, 2L * length);
            length *= 2;
            return true;
        } catch (OsException e) {
            return false; // the file system is full: the present blocks stay in use
        }
    }

    /** Counts a lane and a method that have found no room for a cell. */
    void noteUncounted() {
        memory.putLong(PageLayout.UNCOUNTED_OFFSET, memory.getLong(PageLayout.UNCOUNTED_OFFSET) + 1);
    }

    /** Begins a change. Readers that see any part of it see that it is incomplete, until {@link #endChange}. */
    void beginChange() {
        memory.putLong(PageLayout.CHANGES_OFFSET, ++changes);
        VarHandle.fullFence();
    }

    void endChange() {
        VarHandle.releaseFence();
        memory.putLong(PageLayout.CHANGES_OFFSET, ++changes);
    }

    void closing() {
        memory.putInt(PageLayout.STATE_OFFSET, PageLayout.CLOSING);
    }

    /**
     * Removes the page. Called once.
     *
     * @param unused whether no lane can write to the page any more; otherwise its memory stays until the process ends
     */
    void close(boolean unused) {
        try {
            FileSystem.unlink(path);
        } finally {
            Descriptors.close(fd);
            if (unused) {
                Memory.unmap(address, PageLayout.MAX_LENGTH);
            }
        }
    }
}
