// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.internal.codec.FrameInput;
import io.nearcall.internal.codec.MalformedMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Valid and invalid contexts that a peer may write before its arguments. */
class ContextBlockTest {

    private static final long SECOND_NS = 1_000_000_000;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(8192).order(ByteOrder.LITTLE_ENDIAN);
    private final ContextBlock block = new ContextBlock();

    private static byte[] pair(String key, String value) {
        return pair(key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] pair(byte[] key, byte[] value) {
        return ByteBuffer.allocate(4 + key.length + value.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) key.length)
                .put(key)
                .putShort((short) value.length)
                .put(value)
                .array();
    }

    /** A whole block, as if the frame ended there. */
    private FrameInput written(long remainingNs, byte[]... pairs) {
        int length = Arrays.stream(pairs).mapToInt(pair -> pair.length).sum();
        memory.clear().putLong(remainingNs).putShort((short) length);
        for (byte[] pair : pairs) {
            memory.put(pair);
        }
        return frame(memory.position());
    }

    private FrameInput frame(int length) {
        FrameInput input = new FrameInput(memory, in -> {
            throw new AssertionError("it asks for the next frame");
        });
        input.reset(0, length);
        return input;
    }

    private void assertRefused(FrameInput input) {
        assertThatThrownBy(() -> block.read(input)).isInstanceOf(MalformedMessage.class);
    }

    @Test
    void shouldReadTimeAndPairs() {
        long beforeNs = System.nanoTime();
        block.read(written(SECOND_NS, pair("tenant", "M\u00fcller"), pair("trace", "")));
        assertThat(block.deadlineNs() - beforeNs).isGreaterThanOrEqualTo(SECOND_NS);
        assertThat(block.metadata().pairs())
                .containsEntry("tenant", "M\u00fcller")
                .containsEntry("trace", "");
    }

    @Test
    void shouldForgetWhatTheCallBeforeHad() {
        block.read(written(SECOND_NS, pair("tenant", "acme")));
        block.read(written(0));
        assertThat(block.deadlineNs()).isEqualTo(Carried.NO_DEADLINE);
        assertThat(block.metadata()).isSameAs(Metadata.NONE);
    }

    @Test
    void shouldMakeNothingForTheSamePairsAgain() {
        block.read(written(0, pair("tenant", "acme")));
        Metadata first = block.metadata();
        block.clear();
        block.read(written(SECOND_NS, pair("tenant", "acme")));
        assertThat(block.metadata()).isSameAs(first);
        block.read(written(0, pair("tenant", "acma")));
        assertThat(block.metadata().pairs()).containsEntry("tenant", "acma");
        assertThat(first.pairs()).containsEntry("tenant", "acme");
        block.read(written(0, pair("tenant", "acma"), pair("a", "b")));
        assertThat(block.metadata().pairs()).hasSize(2);
    }

    private FrameInput repeated(long remainingNs) {
        memory.clear().putLong(remainingNs).putShort((short) 0xFFFF);
        return frame(memory.position());
    }

    @Test
    void shouldTakeThePairsOfACallBefore() {
        block.read(written(0, pair("tenant", "acme")));
        Metadata first = block.metadata();
        block.clear(); // a call without a context is in between
        block.read(written(SECOND_NS)); // and one without pairs
        assertThat(block.metadata()).isSameAs(Metadata.NONE);
        block.read(repeated(0));
        assertThat(block.metadata()).isSameAs(first);
        assertThat(block.deadlineNs()).isEqualTo(Carried.NO_DEADLINE);
        block.read(repeated(SECOND_NS));
        assertThat(block.metadata()).isSameAs(first);
        assertThat(block.deadlineNs()).isNotEqualTo(Carried.NO_DEADLINE);
        block.read(written(0, pair("tenant", "emca")));
        block.read(repeated(0));
        assertThat(block.metadata().pairs()).containsEntry("tenant", "emca");
    }

    @Test
    void shouldTakeThePairsOfTheLastCallAfterACallWithinACall() {
        block.read(written(0, pair("tenant", "acme")));
        Metadata outer = block.metadata();
        block.read(written(0, pair("tenant", "inner")));
        block.restore(Carried.NO_DEADLINE, outer);
        assertThat(block.metadata()).isSameAs(outer);
        block.read(repeated(0));
        assertThat(block.metadata().pairs()).containsEntry("tenant", "inner");
    }

    @Test
    void shouldRefuseThePairsOfACallBeforeThatHadNone() {
        assertRefused(repeated(0));
        block.read(written(SECOND_NS));
        assertRefused(repeated(SECOND_NS));
        assertThat(block.metadata()).isSameAs(Metadata.NONE);
    }

    @Test
    void shouldRefuseTimeThatIsNegativeWithThePairsOfACallBefore() {
        block.read(written(0, pair("tenant", "acme")));
        assertRefused(repeated(-1));
        assertThat(block.metadata()).isSameAs(Metadata.NONE);
    }

    @Test
    void shouldHaveNothingAfterARefusedBlock() {
        block.read(written(SECOND_NS, pair("tenant", "acme")));
        assertRefused(written(0, pair("", "")));
        assertThat(block.metadata()).isSameAs(Metadata.NONE);
        block.read(written(0, pair("tenant", "acme")));
        assertRefused(written(-1, pair("tenant", "acme")));
        assertThat(block.metadata()).isSameAs(Metadata.NONE);
    }

    @Test
    void shouldTakeTheLongestTimeForVeryLong() {
        block.read(written(Long.MAX_VALUE));
        assertThat(block.deadlineNs() - System.nanoTime()).isGreaterThan(Long.MAX_VALUE / 4);
    }

    @Test
    void shouldRefuseTimeThatIsNegative() {
        assertRefused(written(-1));
        assertRefused(written(Long.MIN_VALUE, pair("a", "b")));
    }

    @Test
    void shouldRefuseABlockThatIsCutOffAnywhere() {
        int whole = written(SECOND_NS, pair("tenant", "acme")).remaining();
        for (int length = 0; length < whole; length++) {
            assertRefused(frame(length));
        }
        block.read(frame(whole));
    }

    @Test
    void shouldRefusePairsThatAreCutOffAnywhere() {
        byte[] pairs = pair("tenant", "acme");
        for (int length = 1; length < pairs.length; length++) {
            assertRefused(written(0, Arrays.copyOf(pairs, length)));
        }
    }

    @Test
    void shouldRefuseLengthsThatLie() {
        for (int at : new int[] {8, 10, 18}) {
            for (int lie : new int[] {0xFFFF, 0x7FFF, 0x8000, 3}) {
                FrameInput input = written(0, pair("tenant", "acme"), pair("trace", "1"));
                memory.putShort(at, (short) lie);
                assertRefused(input);
            }
        }
    }

    @Test
    void shouldRefuseMoreThanMayBeSent() {
        byte[][] pairs = new byte[17][];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = pair("key" + i, "");
        }
        assertRefused(written(0, pairs));
        assertRefused(written(0, pair("key", "v".repeat(2046))));
        block.read(written(0, pair("key", "v".repeat(2045))));
        block.read(written(0, Arrays.copyOf(pairs, 16)));
        assertThat(block.metadata().pairs()).hasSize(16);
    }

    @Test
    void shouldRefuseKeysThatAreNoneOrComeTwice() {
        assertRefused(written(0, pair("", "a")));
        assertRefused(written(0, pair("a\nb", "a")));
        assertRefused(written(0, pair("\u00e4", "a")));
        assertRefused(written(0, pair("a", "1"), pair("a", "2")));
    }

    @Test
    void shouldRefuseBytesThatAreNoText() {
        assertRefused(written(0, pair(new byte[] {'a'}, new byte[] {(byte) 0xC0, (byte) 0x80})));
        assertRefused(written(0, pair(new byte[] {'a'}, new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80})));
        assertRefused(written(0, pair(new byte[] {(byte) 0xFF}, new byte[0])));
    }
}
