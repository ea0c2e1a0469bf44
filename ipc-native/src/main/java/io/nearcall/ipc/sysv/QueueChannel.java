// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.lane.Sleep;
import io.nearcall.ipc.lane.WordsChannel;
import io.nearcall.ipc.segment.Segment;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** A lane over two message queues: this side receives through its own and sends through the peer's. */
final class QueueChannel extends WordsChannel {

    /** Index of the only word to sleep on. */
    private static final int POSITION = 0;

    /** After this time the end of a peer that has closed its queue has been noticed. */
    private static final long CLOSING_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final QueueSender sender;
    private final QueueReceiver receiver;
    private final boolean streaming;

    QueueChannel(
            Segment own,
            Segment peer,
            int lane,
            QueueSender sender,
            QueueReceiver receiver,
            boolean streaming,
            Doorbell doorbell,
            Sleep sleep) {
        super(own, peer, lane, doorbell, sleep);
        this.sender = sender;
        this.receiver = receiver;
        this.streaming = streaming;
    }

    @Override
    public ByteBuffer sendMemory() {
        return sender.memory();
    }

    @Override
    public int claim() {
        return sender.claim();
    }

    @Override
    public int maxPayloadLength() {
        return sender.maxPayloadLength();
    }

    @Override
    public void commit(int length, int flags) {
        sender.commit(length, flags);
        published(POSITION);
    }

    @Override
    public void commitQuietly(int length, int flags) {
        if (streaming) {
            sender.commit(length, flags);
            publishedQuietly();
        } else {
            commit(length, flags);
        }
    }

    @Override
    public ByteBuffer receiveMemory() {
        return receiver.memory();
    }

    @Override
    public boolean poll() {
        return receiver.poll();
    }

    @Override
    public int frameIndex() {
        return MessageDescriptor.PAYLOAD_INDEX;
    }

    @Override
    public int frameLength() {
        return receiver.frameLength();
    }

    @Override
    public int frameFlags() {
        return receiver.frameFlags();
    }

    @Override
    public void release() {
        if (receiver.release()) {
            released();
        }
    }

    @Override
    protected int awaitedIndex() {
        return POSITION;
    }

    @Override
    protected int awaitedWord(int index) {
        return receiver.announcedWord();
    }

    @Override
    protected int indexAwaitedByPeer() {
        return POSITION;
    }

    @Override
    protected int consumedWord() {
        return sender.consumedWord();
    }

    @Override
    protected void checkPeer() {
        long goneNs = sender.goneNs();
        if (goneNs != 0 && System.nanoTime() - goneNs > CLOSING_NS) {
            throw new PeerFault("the peer's message queue was removed in use");
        }
    }

    /** A lane that loses frames does not rest, because its end has to be noticed. */
    @Override
    public boolean restUntilDoorbell() {
        return sender.goneNs() == 0 && super.restUntilDoorbell();
    }
}
