// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.internal.wire.ControlMessage.Cancel;
import io.nearcall.internal.wire.ControlMessage.ClassAgreed;
import io.nearcall.internal.wire.ControlMessage.ClassDiffers;
import io.nearcall.internal.wire.ControlMessage.ClassOffer;
import io.nearcall.internal.wire.ControlMessage.ClassRefused;
import io.nearcall.internal.wire.ControlMessage.ClassVersion;
import io.nearcall.internal.wire.ControlMessage.Doorbell;
import io.nearcall.internal.wire.ControlMessage.Farewell;
import io.nearcall.internal.wire.ControlMessage.Goodbye;
import io.nearcall.internal.wire.ControlMessage.Hello;
import io.nearcall.internal.wire.ControlMessage.Lanes;
import io.nearcall.internal.wire.ControlMessage.LanesReady;
import io.nearcall.internal.wire.ControlMessage.LanesRefused;
import io.nearcall.internal.wire.ControlMessage.Refusal;
import io.nearcall.internal.wire.ControlMessage.Refused;
import io.nearcall.internal.wire.ControlMessage.Release;
import io.nearcall.internal.wire.ControlMessage.Taken;
import io.nearcall.internal.wire.ControlMessage.Welcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControlCodecTest {

    private static final int ROUNDS = 20_000;
    private static final Limits LIMITS = new Limits(256, 16, 1L << 30);
    private static final UUID ID = new UUID(0x0123456789abcdefL, 0xfedcba9876543210L);

    static Stream<ControlMessage> messages() {
        return Stream.of(
                new Hello(ControlMessage.VERSION, 4711, ID, LIMITS, "orders", "shm"),
                new Welcome(ControlMessage.VERSION, 4712, ID, LIMITS),
                new Refused(ControlMessage.VERSION, Refusal.USER, "user 7 is not allowed: ask \u00fcber"),
                new Lanes(3, 8, 65_536, true, ""),
                new Lanes(5, 1, 65_536, false, ".fifo-1"),
                new LanesReady(3, 8, 65_536, ""),
                new LanesReady(5, 1, 65_536, ".fifo-2"),
                new LanesRefused(5, "a connection has at most 64 lanes"),
                new Doorbell(17),
                new Cancel(17, Long.MAX_VALUE),
                new ClassOffer("shop.Order", 0, -1),
                new ClassAgreed("shop.Order", 42),
                new ClassRefused("shop.Order", ""),
                new ClassDiffers("shop.Order", "record\nid int exact"),
                new ClassVersion("shop.Order", 42, "record\nid long exact"),
                new Release(1 << 30, 3, -1),
                new Goodbye(Farewell.CLOSED, "", List.of()),
                new Goodbye(Farewell.PROTOCOL_BREACH, "length 0", List.of(new Taken(0, 9), new Taken(1, -1))),
                new Goodbye(Farewell.IDLE, "x".repeat(800), Collections.nCopies(256, new Taken(5, 6))));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldReadWhatWasWritten(ControlMessage message) {
        assertThat(ControlDecoder.decode(encoded(message))).isEqualTo(message);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldRefuseAMessageCutOffAnywhere(ControlMessage message) {
        ByteBuffer whole = encoded(message);
        for (int length = 1; length < whole.limit(); length++) {
            ByteBuffer cut = whole.duplicate().order(ByteOrder.LITTLE_ENDIAN).limit(length);
            assertThatThrownBy(() -> ControlDecoder.decode(cut)).isInstanceOf(ProtocolBreach.class);
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldRefuseTrailingBytes(ControlMessage message) {
        ByteBuffer longer = ByteBuffer.allocate(5000).order(ByteOrder.LITTLE_ENDIAN);
        longer.put(encoded(message)).put((byte) 0).flip();
        assertThatThrownBy(() -> ControlDecoder.decode(longer)).isInstanceOf(ProtocolBreach.class);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldEitherReadOrRefuseAMessageWithFlippedBits(ControlMessage message) {
        Random random = new Random(message.hashCode());
        byte[] good = new byte[encoded(message).remaining()];
        encoded(message).get(good);
        for (int round = 0; round < ROUNDS / 10; round++) {
            byte[] bad = good.clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            }
            readOrRefuse(bad);
        }
    }

    @Test
    void shouldEitherReadOrRefuseRandomBytes() {
        Random random = new Random(20261120);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = new byte[1 + random.nextInt(200)];
            random.nextBytes(bytes);
            bytes[0] = (byte) random.nextInt(14);
            readOrRefuse(bytes);
        }
    }

    @Test
    void shouldReadOnlyTheVersionOfAGreetingOfAnotherVersion() {
        ByteBuffer later = encoded(new Hello(ControlMessage.VERSION + 1, 4711, ID, LIMITS, "orders", "shm"));
        assertThat(ControlDecoder.decode(later))
                .isInstanceOfSatisfying(
                        Hello.class, hello -> assertThat(hello.version()).isEqualTo(ControlMessage.VERSION + 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {65_535, 0, -1, Long.MIN_VALUE})
    void shouldRefuseAGreetingWhoseMessagesAreTooShortForAFailure(long frameBytes) {
        Limits few = new Limits(1, 0, frameBytes);
        ByteBuffer welcome = encoded(new ControlMessage.Welcome(ControlMessage.VERSION, 4711, ID, few));
        assertThatThrownBy(() -> ControlDecoder.decode(welcome))
                .isInstanceOf(ProtocolBreach.class)
                .hasMessageContaining("frame limit " + frameBytes);
    }

    @Test
    void shouldRefuseAWrongMagicAndShowBoth() {
        ByteBuffer hello = encoded(new Hello(ControlMessage.VERSION, 4711, ID, LIMITS, "orders", "shm"));
        hello.putInt(1, 0x50545448);
        assertThatThrownBy(() -> ControlDecoder.decode(hello))
                .isInstanceOf(ProtocolBreach.class)
                .hasMessageContainingAll("0x50545448", "0x4c41434e");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c080", "ff", "c3", "eda080", "f4908080"})
    void shouldRefuseTextThatIsNotUtf8(String hex) {
        byte[] bad = HexFormat.of().parseHex(hex);
        ByteBuffer offer = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        offer.put(ControlFormat.CLASS_OFFER)
                .putShort((short) bad.length)
                .put(bad)
                .putLong(1)
                .flip();
        assertThatThrownBy(() -> ControlDecoder.decode(offer))
                .isInstanceOf(ProtocolBreach.class)
                .hasMessageContaining("UTF-8");
    }

    @Test
    void shouldCutOffALongReasonBetweenCharacters() {
        ControlMessage read = ControlDecoder.decode(
                encoded(new Refused(ControlMessage.VERSION, Refusal.SHORTAGE, "x" + "\u20ac".repeat(1000))));
        assertThat(((Refused) read).text()).startsWith("x\u20ac").hasSize(1 + 799 / 3);
    }

    @Test
    void shouldRefuseToWriteANameThatIsTooLong() {
        assertThatThrownBy(() -> encoded(new ClassOffer("x".repeat(2001), 0, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2001");
    }

    private static void readOrRefuse(byte[] bytes) {
        try {
            assertThat(ControlDecoder.decode(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)))
                    .isNotNull();
        } catch (ProtocolBreach e) {
            assertThat(e).hasMessageContaining("protocol");
        }
    }

    /** Type and body, without the length. */
    private static ByteBuffer encoded(ControlMessage message) {
        ByteBuffer out = ByteBuffer.allocate(ControlFormat.LENGTH_BYTES + ControlFormat.MAX_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN);
        ControlEncoder.encode(message, out);
        out.flip();
        assertThat(out.getInt()).isEqualTo(out.remaining());
        return out.slice().order(ByteOrder.LITTLE_ENDIAN);
    }
}
