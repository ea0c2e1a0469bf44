// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentTest {

    private static final SegmentShape SHAPE = new SegmentShape(3, 2, 8192, 64);
    private static final SegmentShape TURN_TAKING = new SegmentShape(3, 16, 8192, 2048);

    private Mappings before;

    @BeforeEach
    void count() throws IOException {
        before = Mappings.now();
    }

    @AfterEach
    void shouldLeaveNothingBehind() throws IOException {
        assertThat(Mappings.now()).isEqualTo(before);
    }

    @Test
    void shouldShowTheReaderWhatTheWriterWrites() {
        try (Segment writer = Segment.create(SHAPE);
                Segment reader = Segment.attach(writer.descriptor(), SHAPE)) {
            writer.ring(1).putLong(64, 42);
            assertThat(reader.ring(1).getLong(64)).isEqualTo(42);
            assertThat(reader.ring(1).getLong(8192 + 64)).isEqualTo(42);
            assertThat(reader.ring(0).getLong(64)).isZero();
            int taken = SegmentDescriptor.takenCallIndex(1);
            Words.putLongRelease(writer.control(), taken, 7);
            assertThat(Words.getLongAcquire(reader.control(), taken)).isEqualTo(7);
        }
    }

    @Test
    void shouldTakeOneMapWhereTheSidesTakeTurnsHoweverManyLanesThereAre() throws IOException {
        try (Segment writer = Segment.create(TURN_TAKING);
                Segment reader = Segment.attach(writer.descriptor(), TURN_TAKING)) {
            assertThat(Mappings.now().memfdMaps() - before.memfdMaps()).isEqualTo(2);
            writer.ring(15).putLong(8184, 42);
            assertThat(reader.ring(15).getLong(8184)).isEqualTo(42);
            assertThat(reader.ring(15).capacity()).isEqualTo(8192);
            assertThat(Memory.buffer(reader.ringAddress(15), 8192).getLong(8184))
                    .isEqualTo(42);
        }
    }

    @Test
    void shouldGiveUpTheOtherMapsWhenOneCannotBe() {
        int descriptor = Memory.memfd("batch", 8192);
        MapList maps = new MapList();
        maps.add(Memory.map(descriptor, 0, 4096, true), 4096);
        maps.add(1, 4096); // no page begins there
        maps.add(Memory.map(descriptor, 4096, 4096, true), 4096);
        Descriptors.close(descriptor);
        assertThatThrownBy(maps::unmap)
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.call()).isEqualTo("munmap"));
    }

    @Test
    void shouldOutliveItsWriter() {
        Segment writer = Segment.create(SHAPE);
        try (Segment reader = Segment.attach(writer.descriptor(), SHAPE)) {
            writer.ring(0).putLong(0, 42);
            writer.close();
            assertThat(reader.ring(0).getLong(0)).isEqualTo(42);
        }
    }

    @Test
    void shouldLetNobodyElseWrite() {
        try (Segment writer = Segment.create(SHAPE)) {
            long length = SegmentDescriptor.length(SHAPE);
            assertThatThrownBy(() -> Memory.map(writer.descriptor(), 0, length, true))
                    .isInstanceOf(OsException.class);
        }
    }

    @Test
    void shouldCloseTwiceWithoutHarm() {
        Segment segment = Segment.create(SHAPE);
        segment.closeDescriptor();
        segment.closeDescriptor();
        segment.close();
        segment.close();
    }

    @Test
    void shouldLeaveNothingAfterAThousandLives() {
        for (int i = 0; i < 1000; i++) {
            try (Segment writer = Segment.create(SHAPE);
                    Segment reader = Segment.attach(writer.descriptor(), SHAPE)) {
                reader.ring(0).getLong(0);
            }
        }
    }

    @Test
    void shouldKeepLanesOnLinesOfTheirOwn() {
        int sleeper = SegmentDescriptor.frameSleeperIndex(1);
        assertThat(sleeper % 128).isZero();
        assertThat(SegmentDescriptor.consumerPositionIndex(1) - sleeper).isEqualTo(128);
        assertThat(SegmentDescriptor.takenCallIndex(1) - sleeper).isEqualTo(256);
        assertThat(SegmentDescriptor.frameSleeperIndex(2) - sleeper).isEqualTo(384);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 1, 8192, 64",
        "0, 0, 8192, 64",
        "0, 1025, 8192, 64",
        "0, 1, 8191, 64",
        "0, 1, 2048, 64",
        "0, 1, 33554432, 64",
        "0, 1, 8192, 32",
        "0, 1, 8192, 96",
        "0, 1, 8192, 4096"
    })
    void shouldRefuseAShapeThatNoSegmentHas(int batch, int laneCount, int ringCapacity, int alignment) {
        assertThatThrownBy(() -> new SegmentShape(batch, laneCount, ringCapacity, alignment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("=");
    }
}
