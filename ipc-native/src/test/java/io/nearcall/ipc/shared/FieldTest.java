// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FieldTest {

    @TempDir
    Path directory;

    private SharedObject written;
    private SharedObject read;

    @BeforeEach
    void openTwice() {
        written = SharedObject.open(directory.resolve("fields"), Fields.LAYOUT);
        read = SharedObject.open(directory.resolve("fields"), Fields.LAYOUT);
    }

    @AfterEach
    void closeBoth() {
        written.close();
        read.close();
    }

    @Test
    void shouldBeZeroFalseOrEmptyAtFirst() {
        assertThat(Fields.BYTE.get(read)).isZero();
        assertThat(Fields.SHORT.get(read)).isZero();
        assertThat(Fields.BOOLEAN.get(read)).isFalse();
        assertThat(Fields.STRING.get(read)).isEmpty();
        assertThat(Fields.LONG.get(read)).isZero();
        assertThat(Fields.BYTES.get(read)).isEmpty();
        assertThat(Fields.DOUBLE.get(read)).isZero();
        assertThat(Fields.INT.get(read)).isZero();
        assertThat(Fields.LONGS.get(read, 2)).isZero();
        assertThat(Fields.INTS.get(read, 2)).isZero();
    }

    @Test
    void shouldHoldWhatIsWrittenAndNotDisturbEachOther() {
        Fields.BYTE.set(written, (byte) -1);
        Fields.SHORT.set(written, Short.MIN_VALUE);
        Fields.BOOLEAN.set(written, true);
        Fields.STRING.set(written, "fünf €");
        Fields.LONG.set(written, Long.MIN_VALUE);
        Fields.BYTES.set(written, new byte[] {-1, -1, -1});
        Fields.DOUBLE.set(written, -1.5);
        Fields.INT.set(written, -1);
        for (int i = 0; i < 3; i++) {
            Fields.LONGS.set(written, i, -1L << i);
            Fields.INTS.set(written, i, -1 << i);
        }
        assertThat(Fields.BYTE.get(read)).isEqualTo((byte) -1);
        assertThat(Fields.SHORT.get(read)).isEqualTo(Short.MIN_VALUE);
        assertThat(Fields.BOOLEAN.get(read)).isTrue();
        assertThat(Fields.STRING.get(read)).isEqualTo("fünf €");
        assertThat(Fields.LONG.get(read)).isEqualTo(Long.MIN_VALUE);
        assertThat(Fields.BYTES.get(read)).containsExactly(-1, -1, -1);
        assertThat(Fields.DOUBLE.get(read)).isEqualTo(-1.5);
        assertThat(Fields.INT.get(read)).isEqualTo(-1);
        for (int i = 0; i < 3; i++) {
            assertThat(Fields.LONGS.get(read, i)).isEqualTo(-1L << i);
            assertThat(Fields.INTS.get(read, i)).isEqualTo(-1 << i);
        }
        Fields.BYTES.set(written, new byte[] {5});
        assertThat(Fields.BYTES.get(read)).containsExactly(5);
        read.monitor().lock();
        read.monitor().unlock();
    }

    @Test
    void shouldHaveAnAlignedRegionThatOutlivesItsObject() {
        Layout layout = new Layout();
        layout.addByte("before");
        RegionField region = layout.addRegion("region", 100);
        SharedObject object = SharedObject.open(directory.resolve("region"), layout);
        ByteBuffer memory = region.buffer(object);
        assertThat(memory.capacity()).isEqualTo(region.length()).isEqualTo(100);
        assertThat(memory.alignmentOffset(0, 64)).isZero();
        object.close();
        assertThat(memory.put(99, (byte) 7).get(99)).isEqualTo((byte) 7);
        assertThatThrownBy(() -> region.buffer(object)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldHoldWhatIsWrittenInAnOrder() {
        Fields.BOOLEAN.setVolatile(written, true);
        Fields.DOUBLE.setVolatile(written, -2.5);
        Fields.INTS.setVolatile(written, 2, 7);
        Fields.LONGS.setVolatile(written, 2, 8);
        Fields.INT.setVolatile(written, 1);
        Fields.LONG.setVolatile(written, 2);
        assertThat(Fields.BOOLEAN.getVolatile(read)).isTrue();
        assertThat(Fields.DOUBLE.getVolatile(read)).isEqualTo(-2.5);
        assertThat(Fields.INTS.getVolatile(read, 2)).isEqualTo(7);
        assertThat(Fields.LONGS.getVolatile(read, 2)).isEqualTo(8);
        assertThat(Fields.INT.getVolatile(read)).isEqualTo(1);
        assertThat(Fields.LONG.getVolatile(read)).isEqualTo(2);
        Fields.INT.setOpaque(written, 3);
        Fields.LONG.setOpaque(written, 4);
        assertThat(Fields.INT.getOpaque(read)).isEqualTo(3);
        assertThat(Fields.LONG.getOpaque(read)).isEqualTo(4);
    }

    @Test
    void shouldChangeInOneStep() {
        assertThat(Fields.INT.getAndAdd(written, 5)).isZero();
        assertThat(Fields.INT.compareAndSet(read, 5, 6)).isTrue();
        assertThat(Fields.INT.compareAndSet(read, 5, 7)).isFalse();
        assertThat(Fields.INT.get(written)).isEqualTo(6);
        assertThat(Fields.LONG.getAndAdd(written, 5)).isZero();
        assertThat(Fields.LONG.compareAndSet(read, 5, 6)).isTrue();
        assertThat(Fields.LONG.compareAndSet(read, 5, 7)).isFalse();
        assertThat(Fields.LONG.get(written)).isEqualTo(6);
    }

    @Test
    void shouldRefuseWhatHasNoRoomAndWriteNothingOfIt() {
        Fields.STRING.set(written, "123456789");
        assertThatThrownBy(() -> Fields.STRING.set(written, "zwölf Uhr"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("value.length=10 is more than the 9 bytes");
        assertThat(Fields.STRING.get(read)).isEqualTo("123456789");
        assertThatThrownBy(() -> Fields.LONGS.set(written, 3, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Fields.INTS.get(written, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(Fields.LONGS.length()).isEqualTo(3);
        assertThat(Fields.STRING.capacity()).isEqualTo(9);
    }

    @Test
    void shouldReadWhatWasWrittenAskewWithoutReachingBeyondItsBound() {
        written.memory(Fields.LAYOUT).putInt(Fields.BYTES.index, Integer.MAX_VALUE);
        assertThat(Fields.BYTES.get(read)).hasSize(3);
        written.memory(Fields.LAYOUT).putInt(Fields.BYTES.index, -1);
        assertThat(Fields.BYTES.get(read)).isEmpty();
    }

    @Test
    void shouldBeOfTheObjectsOwnLayout() {
        assertThatThrownBy(() -> Turnstile.IN.get(written))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the field is of Layout[int in, int out]");
        assertThatThrownBy(() -> Fields.LAYOUT.addInt("late")).isInstanceOf(IllegalStateException.class);
        Layout layout = new Layout();
        layout.addInt("count");
        assertThatThrownBy(() -> layout.addLong("count")).hasMessageContaining("name=\"count\" is empty or taken");
        assertThatThrownBy(() -> layout.addLongs("items", 0)).hasMessageContaining("length=0 is not positive");
        assertThatThrownBy(() -> layout.addLongs("items", Integer.MAX_VALUE)).hasMessageContaining("more than");
    }
}
