// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** How every mechanism has a lane rung for on which no thread waits. */
abstract class RestingContract extends WaitingContract {

    @Test
    void shouldRingTheDoorbellOnceForARestHoweverManyFramesCome() {
        Lanes lanes = open(ChannelMode.STREAMING);
        for (int rest = 1; rest <= 5; rest++) {
            assertThat(lanes.left().restUntilDoorbell()).isTrue();
            for (int frame = 0; frame < 3; frame++) {
                Frames.send(lanes.right(), frame);
            }
            assertThat(lanes.ringsAtLeft()).isEqualTo(rest);
            lanes.left().wakeFromDoorbell();
            for (int frame = 0; frame < 3; frame++) {
                assertThat(Frames.receive(lanes.left())).isEqualTo(frame);
            }
        }
    }

    @Test
    void shouldRingTheDoorbellForWhatWasCommittedQuietlyWhenItIsAnnounced() {
        Lanes lanes = open(ChannelMode.STREAMING);
        for (int rest = 1; rest <= 5; rest++) {
            assertThat(lanes.left().restUntilDoorbell()).isTrue();
            for (int frame = 0; frame < 3; frame++) {
                Frames.sendQuietly(lanes.right(), frame);
            }
            assertThat(lanes.ringsAtLeft()).isEqualTo(spec().wakesWhenTold() ? rest - 1 : rest);
            lanes.right().announce();
            lanes.right().announce();
            assertThat(lanes.ringsAtLeft()).isEqualTo(rest);
            lanes.left().wakeFromDoorbell();
            for (int frame = 0; frame < 3; frame++) {
                assertThat(Frames.receive(lanes.left())).isEqualTo(frame);
            }
        }
    }

    @Test
    void shouldRingForTheNextFrameWhenRingingHasFailed() {
        Lanes lanes = open(ChannelMode.STREAMING);
        assertThat(lanes.left().restUntilDoorbell()).isTrue();
        lanes.failToRing();
        try {
            Frames.send(lanes.right(), 0);
        } catch (OutOfMemoryError e) {
            // as it was made to
        }
        Frames.send(lanes.right(), 1);
        assertThat(lanes.ringsAtLeft()).isEqualTo(1);
        lanes.left().wakeFromDoorbell();
        assertThat(Frames.receive(lanes.left())).isZero();
        assertThat(Frames.receive(lanes.left())).isEqualTo(1);
    }

    @Test
    void shouldNotRestWhenAFrameIsThere() {
        Lanes lanes = open(ChannelMode.TURN_TAKING);
        Frames.send(lanes.right(), 42);
        assertThat(lanes.left().restUntilDoorbell()).isFalse();
        assertThat(Frames.receive(lanes.left())).isEqualTo(42);
        assertThat(lanes.ringsAtLeft()).isZero();
    }

    @Test
    void shouldNeverLoseADoorbell() throws Exception {
        Lanes lanes = open(ChannelMode.TURN_TAKING);
        int calls = spec().handOvers(200_000);
        Future<?> caller = start(() -> {
            for (long call = 0; call < calls; call++) {
                Frames.send(lanes.right(), call);
                assertThat(Frames.receive(lanes.right())).isEqualTo(call);
            }
            return null;
        });
        int heard = 0;
        for (long call = 0; call < calls; call++) {
            if (lanes.left().restUntilDoorbell()) {
                long deadlineNs = Frames.soonNs();
                while (lanes.ringsAtLeft() == heard) {
                    assertThat(System.nanoTime() - deadlineNs)
                            .as("waiting for the bell of call %d", call)
                            .isNegative();
                    Thread.yield();
                }
                lanes.left().wakeFromDoorbell();
            }
            Frames.awaitFrame(lanes.left());
            heard = lanes.ringsAtLeft(); // one may still come for a rest that was given up: the next wait is spurious
            Frames.send(lanes.left(), Frames.receive(lanes.left()));
        }
        caller.get();
    }
}
