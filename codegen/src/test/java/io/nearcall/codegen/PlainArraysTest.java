// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.KryoBufferUnderflowException;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays that are written without Kryo. */
class PlainArraysTest {

    private final Output output = new Output(64, -1);

    private Input written() {
        return new Input(output.toBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16, 17, 33, 1000})
    void shouldBringArraysOfEachLength(int length) {
        byte[] bytes = new byte[length];
        int[] ints = new int[length];
        String[] strings = new String[length];
        Arrays.fill(bytes, (byte) -7);
        Arrays.setAll(ints, i -> i - 3);
        Arrays.setAll(strings, i -> i % 5 == 0 ? null : "text " + i);
        PlainArrays.writeBytes(output, bytes);
        PlainArrays.writeInts(output, ints);
        PlainArrays.writeStrings(output, strings);
        Input input = written();
        assertThat(PlainArrays.readBytes(input)).isEqualTo(bytes);
        assertThat(PlainArrays.readInts(input)).isEqualTo(ints);
        assertThat(PlainArrays.readStrings(input)).isEqualTo(strings);
        assertThat(input.end()).isTrue();
    }

    @Test
    void shouldBringNull() {
        PlainArrays.writeBytes(output, null);
        PlainArrays.writeInts(output, null);
        PlainArrays.writeStrings(output, null);
        Input input = written();
        assertThat(PlainArrays.readBytes(input)).isNull();
        assertThat(PlainArrays.readInts(input)).isNull();
        assertThat(PlainArrays.readStrings(input)).isNull();
        assertThat(input.end()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE})
    void shouldRefuseALengthThatIsNone(int length) {
        refuse(PlainArrays::readBytes, "elements", length);
        refuse(PlainArrays::readInts, "elements", 1, length);
        refuse(PlainArrays::readStrings, "elements", 1, length);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, -1})
    void shouldRefuseAnArrayThatIsToBeAnotherOne(int mark) {
        refuse(PlainArrays::readInts, "another object", mark);
        refuse(PlainArrays::readStrings, "another object", mark);
    }

    private void refuse(Function<Input, Object> read, String reason, int... numbers) {
        output.reset();
        for (int number : numbers) {
            output.writeVarInt(number, true);
        }
        assertThatThrownBy(() -> read.apply(written()))
                .isInstanceOf(KryoException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void shouldNotBelieveALengthBeforeTheElementsHaveArrived() {
        output.writeVarInt(1, true);
        output.writeVarInt(Integer.MAX_VALUE, true);
        output.writeString("the only one");
        assertThatThrownBy(() -> PlainArrays.readStrings(written())).isInstanceOf(KryoBufferUnderflowException.class);
    }
}
