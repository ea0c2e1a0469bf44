// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.lane.Sleep;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SysVSemaphores;

/** Sleeps on semaphores. Each lane has two of each side, and a side sleeps on those that it has made. */
final class SemaphoreSleep implements Sleep {

    /* A semaphore is 1 from a wake-up until the sleep that it ends, and 0 otherwise. So a wake-up that comes between
     * the last look and the sleep is kept, and nothing has to be compared with what was seen. The waker adds 1 only
     * where the semaphore is 0, both in one operation. So it never grows, however often somebody wakes. A value that a
     * liar has put there is used up by sleeps. A wake-up that finds nobody ends the next sleep at once, and a thread
     * that looks in vain sleeps again.
     *
     * SEM_UNDO is not used: it is for locks, and a wake-up is not a lock. */

    static final int SEMAPHORES_PER_LANE = 2;

    private static final int FRAME = 0;
    private static final int SPACE = 1;
    private static final int DOWN = -1;
    private static final int UNTIL_ZERO = 0;
    private static final int UP = 1;
    private static final int NOT_UNDONE = 0;
    private static final long AT_ONCE = 0;

    private final MemoryLaneBatch batch;
    private final int own;
    private final int peer;
    private final short[] frameDown;
    private final short[] spaceDown;
    private final short[] frameUp;
    private final short[] spaceUp;

    /**
     * @param batch posts to this side's own semaphores as long as they exist
     * @param place place of the lane among those of its set
     */
    SemaphoreSleep(MemoryLaneBatch batch, int own, int peer, int place) {
        this.batch = batch;
        this.own = own;
        this.peer = peer;
        int first = place * SEMAPHORES_PER_LANE;
        this.frameDown = operations(first + FRAME, DOWN);
        this.spaceDown = operations(first + SPACE, DOWN);
        this.frameUp = operations(first + FRAME, UNTIL_ZERO, UP);
        this.spaceUp = operations(first + SPACE, UNTIL_ZERO, UP);
    }

    private static short[] operations(int semaphore, int... additions) {
        short[] operations = new short[3 * additions.length];
        for (int i = 0; i < additions.length; i++) {
            operations[3 * i] = (short) semaphore;
            operations[3 * i + 1] = (short) additions[i];
            operations[3 * i + 2] = NOT_UNDONE;
        }
        return operations;
    }

    @Override
    public boolean forFrame(int index, int seen, long timeoutNs) {
        return sleep(frameDown, timeoutNs);
    }

    @Override
    public boolean forSpace(int seen, long timeoutNs) {
        return sleep(spaceDown, timeoutNs);
    }

    private boolean sleep(short[] down, long timeoutNs) {
        int result = SysVSemaphores.operate(own, down, timeoutNs);
        return switch (-result) {
            case 0, Errno.EINTR -> false;
            case Errno.EAGAIN -> true;
            case Errno.EINVAL, Errno.EIDRM -> throw new PeerFault("semaphores " + own + " were removed in use");
            default -> throw new OsException("semtimedop", -result, "id=" + own);
        };
    }

    @Override
    public void wakeReceiver(int index) {
        wake(peer, frameUp);
    }

    @Override
    public void wakeSender() {
        wake(peer, spaceUp);
    }

    @Override
    public void wakeOwn(int index) {
        batch.ifOpen(() -> {
            wake(own, frameUp);
            wake(own, spaceUp);
        });
    }

    /** Does nothing if the sleeper has been woken already or has gone. The waker could not do anything about that. */
    private static void wake(int id, short[] up) {
        SysVSemaphores.operate(id, up, AT_ONCE);
    }
}
