// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.internal.codec.FrameTooLarge;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.test.EndlessFrames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much of a message is read, or read over, that does not end. */
@Timeout(60)
class MessageReaderTest {

    private static final int GOES_ON = FrameFormat.CALL | Channel.MORE;
    private static final long LIMIT = 64 << 10;
    private static final long MOST_BYTES = 2 * LIMIT + (4 << 20);
    private static final long FAR_TOO_MANY = 1_000_000;

    private int looks;

    private MessageReader reader(EndlessFrames frames) {
        return new MessageReader(frames.channel(), LIMIT, ReferenceCounts.NONE, () -> {}, () -> looks++);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 64, 1000})
    void shouldNotReadOverMoreThanTwiceTheLimitAndFourMebibytes(int frameLength) {
        EndlessFrames frames = new EndlessFrames(GOES_ON, 8, FAR_TOO_MANY);
        MessageReader reader = reader(frames);
        reader.begin();
        frames.goOn(GOES_ON, frameLength);
        assertThatThrownBy(reader::end)
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("more than " + MOST_BYTES + " bytes");
        assertThat(frames.taken() * Math.max(64, frameLength)).isBetween(MOST_BYTES - 1_000, MOST_BYTES);
        assertThatThrownBy(reader::end).isInstanceOf(MalformedMessage.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1000})
    void shouldNotReadOverMoreOfAMessageThatNobodyWaitsFor(int frameLength) {
        EndlessFrames frames = new EndlessFrames(GOES_ON, frameLength, FAR_TOO_MANY);
        MessageReader reader = reader(frames);
        assertThatThrownBy(() -> {
                    while (!reader.skipFrame()) {
                        // another one is there
                    }
                })
                .isInstanceOf(MalformedMessage.class);
        assertThat(frames.taken() * Math.max(64, frameLength)).isBetween(MOST_BYTES - 1_000, MOST_BYTES);
    }

    @Test
    void shouldNotCollectEmptyRecordsForAnotherThreadWithoutAnEnd() {
        EndlessFrames frames = new EndlessFrames(GOES_ON, 8, FAR_TOO_MANY);
        MessageReader reader = reader(frames);
        reader.begin();
        frames.goOn(GOES_ON, 0);
        assertThatThrownBy(reader::rest).isInstanceOf(MalformedMessage.class);
    }

    @Test
    void shouldNotTakeMoreReferencesThanAnEndpointCanHave() {
        EndlessFrames frames = new EndlessFrames(GOES_ON, 8, FAR_TOO_MANY);
        MessageReader reader = reader(frames);
        reader.begin();
        int each = frames.listReferences(GOES_ON);
        assertThatThrownBy(reader::rest)
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("more than 1048576 references");
        assertThat(frames.taken()).isEqualTo((1 << 20) / each + 1);
        assertThat(reader.takeArrivals()).hasSize((1 << 20) / each * each);
    }

    @Test
    void shouldReadOverTheTailOfAMessageThatIsTooLong() {
        int length = 1000;
        EndlessFrames frames = new EndlessFrames(GOES_ON, length, FAR_TOO_MANY);
        MessageReader reader = reader(frames);
        for (int message = 0; message < 40; message++) { // each counts for itself
            frames.goOn(GOES_ON, length);
            reader.begin();
            assertThatThrownBy(reader::rest).isInstanceOf(FrameTooLarge.class);
            long before = frames.taken();
            while (frames.taken() - before < LIMIT / length) {
                reader.skipFrame();
            }
            frames.goOn(FrameFormat.CALL, length);
            assertThat(reader.skipFrame()).isTrue();
        }
    }

    @Test
    void shouldLookEveryFewFramesWhetherAnybodyWaits() {
        EndlessFrames frames = new EndlessFrames(GOES_ON, 8, FAR_TOO_MANY);
        MessageReader reader = reader(frames);
        reader.begin();
        assertThat(looks).isZero();
        assertThatThrownBy(reader::end).isInstanceOf(MalformedMessage.class);
        assertThat(looks).isBetween((int) (frames.taken() / 64), (int) (frames.taken() / 8));
    }
}
