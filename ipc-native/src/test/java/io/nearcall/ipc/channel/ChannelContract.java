// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What every mechanism has to do: with frames, and, inherited, between processes, at rest and when it waits. */
public abstract class ChannelContract extends ProcessContract {

    /* The suites extend each other, rather than being nested in this one, so that each test belongs to the mechanism's own
     * class: a report names it, and it can be run by itself. */

    @Test
    void shouldDeliverFramesInTheOrderInWhichTheyWereSent() throws Exception {
        Lanes lanes = open(ChannelMode.STREAMING);
        Future<?> sender = start(() -> {
            for (long order = 0; order < spec().handOvers(200_000); order++) {
                Frames.send(lanes.left(), order);
            }
            return null;
        });
        for (long order = 0; order < spec().handOvers(200_000); order++) {
            assertThat(Frames.receive(lanes.right())).isEqualTo(order);
        }
        sender.get();
        assertThat(lanes.right().poll()).isFalse();
    }

    @Test
    void shouldCarryCallsAndAnswersInTurns() throws Exception {
        Lanes lanes = open(ChannelMode.TURN_TAKING);
        Future<?> server = start(() -> {
            for (int i = 0; i < spec().handOvers(200_000); i++) {
                Frames.send(lanes.right(), Frames.receive(lanes.right()) + 1);
            }
            return null;
        });
        for (long quantity = 0; quantity < spec().handOvers(200_000); quantity++) {
            Frames.send(lanes.left(), quantity);
            assertThat(Frames.receive(lanes.left())).isEqualTo(quantity + 1);
        }
        server.get();
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldCarryAnEmptyFrame(ChannelMode mode) {
        Lanes lanes = open(mode);
        assertThat(lanes.left().claim()).isNotNegative();
        lanes.left().commit(0, 0);
        Frames.awaitFrame(lanes.right());
        assertThat(lanes.right().frameLength()).isZero();
        lanes.right().release();
        assertThat(lanes.right().poll()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldCarryAFrameOfTheGreatestLength(ChannelMode mode) {
        Lanes lanes = open(mode);
        int length = lanes.left().maxPayloadLength();
        Frames.sendMessage(lanes.left(), length, 1);
        Frames.awaitFrame(lanes.right());
        assertThat(lanes.right().frameLength()).isEqualTo(length);
        assertThat(Frames.receiveMessage(lanes.right(), 1)).isEqualTo(length);
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldRefuseToCommitMoreThanTheGreatestLength(ChannelMode mode) {
        Lanes lanes = open(mode);
        lanes.left().claim();
        int tooLong = lanes.left().maxPayloadLength() + 1;
        assertThatThrownBy(() -> lanes.left().commit(tooLong, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("length=" + tooLong);
        assertThatThrownBy(() -> lanes.left().commit(-1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(lanes.right().poll()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldCarryAllEightFlags(ChannelMode mode) {
        Lanes lanes = open(mode);
        lanes.left().claim();
        lanes.left().commit(0, 0xFF);
        Frames.awaitFrame(lanes.right());
        assertThat(lanes.right().frameFlags()).isEqualTo(0xFF);
        lanes.right().release();
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldCarryMessagesOfAnyNumberOfFragments(ChannelMode mode) throws Exception {
        Lanes lanes = open(mode);
        long fragment = lanes.left().maxPayloadLength();
        Future<?> server = start(() -> {
            for (int fragments = 0; fragments <= 12; fragments++) {
                long length = Frames.receiveMessage(lanes.right(), fragments);
                Frames.sendMessage(lanes.right(), length, fragments + 100);
            }
            return null;
        });
        for (int fragments = 0; fragments <= 12; fragments++) {
            long length = fragment * fragments + (fragments % 3 == 1 ? 13 : 0);
            Frames.sendMessage(lanes.left(), length, fragments);
            assertThat(Frames.receiveMessage(lanes.left(), fragments + 100)).isEqualTo(length);
        }
        server.get();
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldCarryAMessageFarLargerThanTheLane(ChannelMode mode) throws Exception {
        Lanes lanes = open(mode);
        long length = 128L << 20;
        Future<?> sender = start(() -> {
            Frames.sendMessage(lanes.left(), length, 7);
            return null;
        });
        assertThat(Frames.receiveMessage(lanes.right(), 7)).isEqualTo(length);
        sender.get();
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldPushBackWhenTheReceiverDoesNotRelease(ChannelMode mode) {
        Lanes lanes = open(mode);
        int sent = Frames.fillForGood(lanes.left());
        assertThat(sent).isGreaterThanOrEqualTo(1);
        for (int i = 0; i < sent; i++) {
            Frames.awaitFrame(lanes.right());
            assertThat(lanes.right().receiveMemory().getLong(lanes.right().frameIndex()))
                    .isEqualTo(i);
            lanes.right().release();
        }
        assertThat(lanes.right().poll()).isFalse();
        assertThat(Frames.claim(lanes.left())).isNotNegative();
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldTakeAnAbandonedClaimForNothing(ChannelMode mode) {
        Lanes lanes = open(mode);
        int abandoned = lanes.left().claim();
        lanes.left().sendMemory().putLong(abandoned, -1);
        assertThat(lanes.right().poll()).isFalse();
        assertThat(lanes.left().claim()).isEqualTo(abandoned);
        Frames.send(lanes.left(), 42);
        assertThat(Frames.receive(lanes.right())).isEqualTo(42);
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldKeepTheCurrentFrameUntilItIsReleased(ChannelMode mode) {
        Lanes lanes = open(mode);
        Frames.send(lanes.left(), 42);
        Frames.awaitFrame(lanes.right());
        int index = lanes.right().frameIndex();
        assertThat(lanes.right().poll()).isTrue();
        assertThat(lanes.right().frameIndex()).isEqualTo(index);
        assertThat(Frames.receive(lanes.right())).isEqualTo(42);
    }

    @Test
    void shouldSendBothWaysAtOnceWhenStreaming() throws Exception {
        Lanes lanes = open(ChannelMode.STREAMING);
        Future<?> back = start(() -> {
            Frames.sendMessage(lanes.right(), 4 << 20, 2);
            return null;
        });
        Future<Long> there = start(() -> Frames.receiveMessage(lanes.right(), 1));
        Future<?> sender = start(() -> {
            Frames.sendMessage(lanes.left(), 4 << 20, 1);
            return null;
        });
        assertThat(Frames.receiveMessage(lanes.left(), 2)).isEqualTo(4 << 20);
        assertThat(there.get()).isEqualTo(4 << 20);
        back.get();
        sender.get();
    }

    @ParameterizedTest
    @CsvSource({"2", "64", "1024"})
    void shouldKeepTheLanesOfABatchApart(int laneCount) {
        Lanes lanes = open(Math.min(laneCount, spec().maxLanes()), ChannelMode.TURN_TAKING);
        for (int lane = 0; lane < lanes.left.length; lane++) {
            Frames.send(lanes.left[lane], lane);
            lanes.left[lane].progress().publishTaken(lane + 1);
        }
        for (int lane = lanes.right.length - 1; lane >= 0; lane--) {
            assertThat(Frames.receive(lanes.right[lane])).isEqualTo(lane);
            assertThat(lanes.left[lane].progress().ownTaken()).isEqualTo(lane + 1);
            assertThat(lanes.right[lane].progress().peerTaken()).isEqualTo(shown(lane + 1));
        }
    }

    @Test
    void shouldShowThePeerWhichCallsWereTakenAndDone() {
        Lanes lanes = open(ChannelMode.TURN_TAKING);
        assertThat(lanes.left().progress().showsTaken()).isEqualTo(spec().keepsWordsOfTheDead());
        assertThat(lanes.left().progress().peerTaken()).isEqualTo(shown(0));
        assertThat(lanes.right().progress().ownTaken()).isZero();
        lanes.right().progress().publishTaken(Long.MAX_VALUE);
        assertThat(lanes.right().progress().ownTaken()).isEqualTo(Long.MAX_VALUE);
        assertThat(lanes.left().progress().peerTaken()).isEqualTo(Long.MAX_VALUE);
        assertThat(lanes.left().progress().peerDone()).isZero();
        lanes.right().progress().publishDone(Long.MAX_VALUE);
        assertThat(lanes.left().poll()).isFalse(); // brings it, where it comes with the frames
        assertThat(lanes.left().progress().peerDone()).isEqualTo(Long.MAX_VALUE);
        assertThat(lanes.right().progress().peerTaken()).isEqualTo(shown(0));
    }

    /** What a side sees of a taken call: that one, or any, where the channel does not show it. */
    private long shown(long callId) {
        return spec().keepsWordsOfTheDead() ? callId : Long.MAX_VALUE;
    }
}
