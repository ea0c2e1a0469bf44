// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.lane;

import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.ring.RingConsumer;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.ring.RingProducer;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.Words;
import java.nio.ByteBuffer;

/** A lane over two rings: this side produces into its own segment and consumes from the peer's. */
public final class RingChannel extends WordsChannel {

    private final RingProducer producer;
    private final RingConsumer consumer;

    public RingChannel(Segment own, Segment peer, int lane, RingLayout layout, Doorbell doorbell, Sleep sleep) {
        super(own, peer, lane, doorbell, sleep);
        int position = SegmentDescriptor.consumerPositionIndex(lane);
        this.producer = new RingProducer(own.ring(lane), layout, peer.control(), position);
        this.consumer = new RingConsumer(peer.ring(lane), layout, own.control(), position);
    }

    @Override
    public ByteBuffer sendMemory() {
        return producer.memory();
    }

    @Override
    public int claim() {
        return producer.claim();
    }

    @Override
    public int maxPayloadLength() {
        return producer.maxPayloadLength();
    }

    @Override
    public void commit(int length, int flags) {
        int header = producer.headerIndex();
        producer.commit(length, flags);
        published(header);
    }

    @Override
    public void commitQuietly(int length, int flags) {
        if (producer.isStreaming()) {
            producer.commit(length, flags);
            publishedQuietly();
        } else {
            commit(length, flags);
        }
    }

    @Override
    public ByteBuffer receiveMemory() {
        return consumer.memory();
    }

    @Override
    public boolean poll() {
        if (consumer.poll()) {
            return true;
        }
        if (consumer.publish()) {
            released();
        }
        return false;
    }

    @Override
    public int frameIndex() {
        return consumer.frameIndex();
    }

    @Override
    public int frameLength() {
        return consumer.frameLength();
    }

    @Override
    public int frameFlags() {
        return consumer.frameFlags();
    }

    @Override
    public void release() {
        if (consumer.release()) {
            released();
        }
    }

    @Override
    protected int awaitedIndex() {
        return consumer.headerIndex();
    }

    @Override
    protected int awaitedWord(int index) {
        return Words.getIntOpaque(consumer.memory(), index);
    }

    @Override
    protected int indexAwaitedByPeer() {
        return producer.awaitedIndex();
    }

    @Override
    protected int consumedWord() {
        return producer.consumedWord();
    }
}
