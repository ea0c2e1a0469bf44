// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.mapping;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.lane.Sleep;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.WindowsException;
import io.nearcall.ipc.os.windows.ErrorCodes;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.KernelObject;
import io.nearcall.ipc.os.windows.Sync;

/**
 * Sleeps on events of Windows, which cannot wait for a word of shared memory. Each side makes two for each lane: one on
 * which it waits for a frame, and one for space. An event keeps a wake-up that comes before the wait, and the wait takes
 * it. A wake-up that nobody needed any more ends the next sleep early.
 */
final class EventSleep implements Sleep, AutoCloseable {

    private static final int NS_PER_MS = 1_000_000;
    private static final long NONE = 0;

    private final long ownFrame;
    private final long ownSpace;
    private long peerFrame;
    private long peerSpace;
    private boolean closed; // guarded by this

    /** Makes the events of this side. */
    EventSleep(String name, int lane) {
        this.ownFrame = made(frame(name, lane));
        boolean done = false;
        try {
            this.ownSpace = made(space(name, lane));
            done = true;
        } finally {
            if (!done) {
                Handles.close(ownFrame);
            }
        }
    }

    private static long made(String name) {
        KernelObject event = Sync.createEvent(name, false, false);
        if (event.existed()) {
            Handles.close(event.handle());
            throw new WindowsException("CreateEvent", ErrorCodes.ALREADY_EXISTS, name);
        }
        return event.handle();
    }

    private static String frame(String name, int lane) {
        return name + "-" + lane + "-frame";
    }

    private static String space(String name, int lane) {
        return name + "-" + lane + "-space";
    }

    /**
     * Opens the peer's events.
     *
     * @throws OsException if there are none, as their maker has died
     * @throws PeerFault if they are another user's
     */
    void connect(String name, int lane) {
        peerFrame = Sync.openEvent(frame(name, lane));
        peerSpace = Sync.openEvent(space(name, lane));
        if (!Handles.isOwn(peerFrame) || !Handles.isOwn(peerSpace)) {
            throw new PeerFault("the events of " + name + " are another user's");
        }
    }

    @Override
    public boolean forFrame(int index, int seen, long timeoutNs) {
        return await(ownFrame, timeoutNs);
    }

    @Override
    public boolean forSpace(int seen, long timeoutNs) {
        return await(ownSpace, timeoutNs);
    }

    private static boolean await(long event, long timeoutNs) {
        return Handles.await(event, (int) ((timeoutNs + NS_PER_MS - 1) / NS_PER_MS)) == Handles.TIMED_OUT;
    }

    @Override
    public void wakeReceiver(int index) {
        Sync.setEvent(peerFrame, true);
    }

    @Override
    public void wakeSender() {
        Sync.setEvent(peerSpace, true);
    }

    @Override
    public synchronized void wakeOwn(int index) {
        if (!closed) { // by then the numbers may be those of other objects
            Sync.setEvent(ownFrame, true);
            Sync.setEvent(ownSpace, true);
        }
    }

    /** No thread may sleep here, or wake the peer, any more. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (long event : new long[] {ownFrame, ownSpace, peerFrame, peerSpace}) {
            if (event != NONE) {
                Handles.close(event);
            }
        }
    }
}
