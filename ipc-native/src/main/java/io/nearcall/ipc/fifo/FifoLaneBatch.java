// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.stream.StreamChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;

/** The FIFOs of a batch: those that this side made and reads, and those of the peer that it writes. */
final class FifoLaneBatch implements LaneBatch {

    /* A descriptor's number is reused as soon as the descriptor is closed. Channels use their descriptors unchecked,
     * because nobody is in a channel when the batch is closed. Only disconnect may still come then, so wake() takes the
     * lock. */

    private static final int PAGES_MIN = 2;

    /** Errors of a shortage here, or of a peer that has given the batch up: there is no name any more, or no reader. */
    private static final Set<Integer> SHORTAGE_OR_WITHDRAWAL =
            Set.of(Errno.EMFILE, Errno.ENFILE, Errno.ENOMEM, Errno.ENOENT, Errno.ENXIO);

    private final Path directory;
    private final int peerUid;
    private final int capacity;
    private final boolean turnTaking;
    private final String name = FifoNames.newBatch();
    private final int[] readers;
    private final int[] writers;
    private int wakeUp = NO_DESCRIPTOR;
    private int made;
    private boolean connected;
    private boolean closed;

    FifoLaneBatch(Path directory, int peerUid, int laneCount, int capacity, ChannelMode mode) {
        this.directory = directory;
        this.peerUid = peerUid;
        this.capacity = capacity;
        this.turnTaking = mode == ChannelMode.TURN_TAKING;
        this.readers = new int[laneCount];
        this.writers = new int[laneCount];
        Arrays.fill(readers, NO_DESCRIPTOR);
        Arrays.fill(writers, NO_DESCRIPTOR);
        boolean complete = false;
        try {
            wakeUp = Fifo.openWakeUp();
            for (int lane = 0; lane < laneCount; lane++) {
                makeReader(lane);
            }
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    private void makeReader(int lane) {
        String path = FifoNames.path(directory, name, lane);
        Fifo.make(path);
        made = lane + 1;
        readers[lane] = Fifo.open(path, false);
        check(readers[lane], path, CurrentProcess.uid());
        if (Fifo.pages(readers[lane]) * Fifo.ATOMIC_LENGTH < capacity) {
            Fifo.resize(readers[lane], capacity); // smaller is fine
        }
    }

    private static void check(int descriptor, String path, int uid) {
        FileStatus status = FileSystem.fstat(descriptor);
        if (!status.isFifo()) {
            throw new PeerFault(path + " is no FIFO");
        }
        if (status.uid() != uid) {
            throw new PeerFault(path + " belongs to user " + status.uid() + ", not " + uid);
        }
    }

    @Override
    public String address() {
        return name;
    }

    @Override
    public synchronized Channel[] connect(int peerDescriptor, String peerAddress, Doorbell doorbell) {
        if (peerDescriptor != NO_DESCRIPTOR) {
            throw new PeerFault("the peer passed a descriptor where there is none");
        }
        if (closed || connected) {
            throw new IllegalStateException(closed ? "the batch is closed" : "the batch is connected already");
        }
        if (!FifoNames.isBatch(peerAddress) || peerAddress.equals(name)) {
            throw new PeerFault("not the name of a peer's FIFOs: " + peerAddress);
        }
        connected = true;
        Channel[] lanes = new Channel[readers.length];
        for (int lane = 0; lane < lanes.length; lane++) {
            openWriter(lane, FifoNames.path(directory, peerAddress, lane));
            FifoSink sink = new FifoSink(writers[lane], pages(lane), turnTaking);
            FifoEnds ends = new FifoEnds(this, new FifoSource(readers[lane]), sink, wakeUp);
            lanes[lane] = new StreamChannel(ends, lane, Fifo.ATOMIC_LENGTH, capacity, doorbell);
        }
        return lanes;
    }

    private void openWriter(int lane, String path) {
        try {
            writers[lane] = Fifo.open(path, true);
        } catch (OsException e) {
            if (SHORTAGE_OR_WITHDRAWAL.contains(e.errno())) {
                throw e;
            }
            throw new PeerFault("the peer's FIFO cannot be opened: " + e.getMessage());
        }
        check(writers[lane], path, peerUid);
        FileSystem.unlink(path); // both sides have it open
    }

    private int pages(int lane) {
        int pages = Fifo.pages(writers[lane]);
        if (pages < PAGES_MIN) {
            throw new PeerFault("the peer's FIFO holds " + pages + " pages, fewer than " + PAGES_MIN);
        }
        return pages;
    }

    /** Ends the sleeps in all lanes. Any thread. */
    synchronized void wake() {
        if (!closed) {
            Fifo.wake(wakeUp);
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            for (int lane = 0; lane < made; lane++) {
                FileSystem.unlink(FifoNames.path(directory, name, lane)); // if the peer has not
            }
        } finally {
            closeDescriptors();
        }
    }

    private void closeDescriptors() {
        for (int[] descriptors : new int[][] {readers, writers, {wakeUp}}) {
            for (int descriptor : descriptors) {
                if (descriptor != NO_DESCRIPTOR) {
                    Descriptors.close(descriptor);
                }
            }
        }
    }
}
