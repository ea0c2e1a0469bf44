// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host.windows;

import io.nearcall.ipc.host.Polling;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.Sync;
import io.nearcall.ipc.os.windows.WaitWatches;
import java.nio.channels.SelectableChannel;
import java.util.ArrayList;
import java.util.List;

/** Polling by one event that every watched object sets. */
final class WindowsPolling implements Polling {

    /*
     * A turn looks at everything that is watched. Whatever is not ready gets a watch, unless it has one that has not
     * fired yet. A watch that fires after that look sets the event, which ends the next wait. So nothing is missed, and
     * what is ready is reported again and again.
     */

    private static final long NONE = 0;
    private static final int FOREVER = -1;

    private final Descriptors descriptors;
    private final long event = WaitWatches.event();
    private final List<Watched> all = new ArrayList<>(); // guarded by this, as is what follows
    private int first;
    private boolean awaited;
    private boolean closed;

    WindowsPolling(Descriptors descriptors) {
        this.descriptors = descriptors;
    }

    private static final class Watched {
        private final int number;
        private final int token;
        private final Descriptor descriptor;
        private boolean writable;
        private long readWatch;
        private long writeWatch;

        private Watched(int number, int token, Descriptor descriptor) {
            this.number = number;
            this.token = token;
            this.descriptor = descriptor;
        }

        private void end() {
            readWatch = ended(readWatch);
            writeWatch = ended(writeWatch);
        }

        private static long ended(long watch) {
            if (watch != NONE) {
                WaitWatches.end(watch);
            }
            return NONE;
        }
    }

    @Override
    public synchronized void add(int descriptor, int token) {
        checkOpen();
        all.add(new Watched(descriptor, token, descriptors.get(descriptor)));
        wake();
    }

    @Override
    public synchronized void watchWritable(int descriptor, int token, boolean writable) {
        checkOpen();
        for (Watched each : all) {
            if (each.number == descriptor) {
                each.writable = writable;
                each.writeWatch = Watched.ended(each.writeWatch);
            }
        }
        wake();
    }

    @Override
    public synchronized void remove(int descriptor) {
        checkOpen();
        all.removeIf(each -> {
            if (each.number == descriptor) {
                each.end();
            }
            return each.number == descriptor;
        });
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the poller is closed");
        }
    }

    @Override
    public boolean watchesChannels() {
        return false;
    }

    @Override
    public void add(SelectableChannel channel, int token) {
        throw new UnsupportedOperationException("channel=" + channel);
    }

    @Override
    public void remove(SelectableChannel channel) {
        throw new UnsupportedOperationException("channel=" + channel);
    }

    @Override
    public int await(int[] tokens, int[] readiness, long timeoutMs) {
        synchronized (this) {
            if (closed) {
                return 0;
            }
            int ready = look(tokens, readiness);
            if (ready > 0 || timeoutMs == 0) {
                return ready;
            }
            awaited = true;
        }
        try {
            Handles.await(event, timeoutMs < 0 ? FOREVER : (int) Math.min(timeoutMs, Integer.MAX_VALUE));
        } finally {
            synchronized (this) {
                awaited = false;
                if (closed) {
                    Handles.close(event);
                }
            }
        }
        synchronized (this) {
            return closed ? 0 : look(tokens, readiness);
        }
    }

    /** Reports what is ready, and watches the rest. Begins behind what was reported last, so that all have their turn. */
    private int look(int[] tokens, int[] readiness) {
        int count = 0;
        int size = all.size();
        for (int i = 0; i < size && count < tokens.length; i++) {
            int index = (first + i) % size;
            Watched each = all.get(index);
            int ready = each.descriptor.readiness() & (READABLE | (each.writable ? WRITABLE : 0));
            if (ready != 0) {
                tokens[count] = each.token;
                readiness[count++] = ready;
                if (count == tokens.length) {
                    first = index + 1;
                }
            }
            if ((ready & READABLE) == 0 && !watches(each.readWatch)) {
                each.readWatch = Watched.ended(each.readWatch); // nothing, so that a failure below leaves nothing
                each.readWatch = WaitWatches.begin(each.descriptor.readable(), event);
            }
            if (each.writable && (ready & WRITABLE) == 0 && !watches(each.writeWatch)) {
                each.writeWatch = Watched.ended(each.writeWatch);
                each.writeWatch = WaitWatches.begin(each.descriptor.writable(), event);
            }
        }
        return count;
    }

    private static boolean watches(long watch) {
        return watch != NONE && !WaitWatches.hasFired(watch);
    }

    @Override
    public synchronized void wake() {
        if (!closed) {
            Sync.setEvent(event, true);
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        all.forEach(Watched::end);
        all.clear();
        if (awaited) {
            Sync.setEvent(event, true); // the thread that waits closes it
        } else {
            Handles.close(event);
        }
        closed = true;
    }
}
