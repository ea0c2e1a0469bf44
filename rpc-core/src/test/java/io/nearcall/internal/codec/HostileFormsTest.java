// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms of Java serialisation that no honest peer has written. */
@Timeout(120)
class HostileFormsTest {

    /** Returns a serialised form in which some bytes after {@code before} have been changed. */
    private static byte[] changed(byte[] message, String before, int... bytes) {
        String text = new String(message, StandardCharsets.ISO_8859_1);
        int at = text.indexOf(before) + before.length();
        assertThat(at).isGreaterThan(before.length());
        byte[] changed = message.clone();
        for (int i = 0; i < bytes.length; i++) {
            changed[at + i] = (byte) bytes[i];
        }
        return changed;
    }

    @Test
    void shouldNotAllocateWhatALengthInASerialisedFormSays() {
        TestLane lane = new TestLane(4096);
        JavaFormTest.Holder held = new JavaFormTest.Holder("bolts");
        lane.copy(held);
        lane.write(out -> lane.codec.writeClassAndObject(out, held));
        byte[] honest = lane.message();
        for (byte[] hostile : List.of(
                changed(honest, "\u00ac\u00ed\0\5sr", 0xFF, 0xFF), // of the class' name
                changed(honest, "Holder\0\0\0\0\0\0\0\1\2", 0x7F, 0xFF), // of the fields
                changed(honest, "xpt", 0xFF, 0xFF))) { // of the text
            HostileBytesTest.bytesToReadOrRefuse(lane, hostile);
            assertThatThrownBy(() -> lane.read(hostile)).hasMessageContaining("beyond the end");
            lane.codec = LaneCodec.of(lane.table, lane.throwables);
            assertThat(HostileBytesTest.bytesToReadOrRefuse(lane, hostile))
                    .isLessThan(16 * hostile.length + (16 << 10));
        }
    }

    @Test
    void shouldRefuseASerialisedFormThatIsTooDeepBeforeItIsRead() {
        TestLane lane = new TestLane(1 << 16);
        ArrayList<Object> deep = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            deep = new ArrayList<>(Arrays.asList(deep));
        }
        JavaFormTest.Holder held = new JavaFormTest.Holder(deep);
        lane.write(out -> lane.codec.writeClassAndObject(out, held));
        byte[] hostile = lane.message();

        HostileBytesTest.bytesToReadOrRefuse(lane, hostile);
        assertThatThrownBy(() -> lane.read(hostile)).hasMessageContaining("deeper than 32");
        lane.codec = LaneCodec.of(lane.table, lane.throwables);
        assertThat(HostileBytesTest.bytesToReadOrRefuse(lane, hostile)).isLessThan(16 * hostile.length + (16 << 10));
    }

    @Test
    void shouldRefuseAnUnmodifiableMapOfAKeyWithoutValue() {
        TestLane lane = new TestLane(4096);
        HashMap<String, Object> map = new HashMap<>();
        map.put("k", List.of(1, 2, 3));
        JavaFormTest.Holder held = new JavaFormTest.Holder(map);
        lane.write(out -> lane.codec.writeClassAndObject(out, held));
        byte[] hostile = changed(lane.message(), "I\0\3tagxp", 0, 0, 0, 3);

        assertThatThrownBy(() -> lane.read(hostile))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("length is odd");
    }

    /**
     * Without the superclass whose readObject unlocks it, a lock arrives locked, and reading the queue locks it again.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {"java.util.concurr[nt.locks.ReentrantLock$Sync", "java.that.nobody.has.missed.in.here.xyzzError"
            })
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldNotWaitForALockThatNobodyUnlocks(String inPlaceOfIt) {
        TestLane lane = new TestLane(4096);
        JavaFormTest.Holder held = new JavaFormTest.Holder(new LinkedBlockingQueue<>(List.of("bolt")));
        lane.write(out -> lane.codec.writeClassAndObject(out, held));
        String name = "java.util.concurrent.locks.ReentrantLock$Sync";
        String before = "xr\0" + (char) name.length();
        assertThat(inPlaceOfIt).hasSameSizeAs(name);
        byte[] hostile = new String(lane.message(), StandardCharsets.ISO_8859_1)
                .replace(before + name, before + inPlaceOfIt)
                .getBytes(StandardCharsets.ISO_8859_1);
        assertThat(hostile).isNotEqualTo(lane.message());

        assertThatThrownBy(() -> lane.read(hostile)).isInstanceOf(MalformedMessage.class);
    }
}
