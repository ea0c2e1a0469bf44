// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.GoldenFile;
import io.nearcall.test.Specimens;
import io.nearcall.test.Specimens.Specimen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class GoldenValuesTest {

    private static final int LANE_BYTES = 1 << 22;

    /** Longer ones are as good as their hash. */
    private static final int MAX_SHOWN_BYTES = 400;

    /** Of another order in each process, only there on some JDKs, or with a stack. */
    private static final Pattern UNSTEADY = Pattern.compile("(Set|Map)\\.of|.*dentit.*|reversed .*|.*exception.*");

    private final TestLane lane = new TestLane(LANE_BYTES);
    private final GoldenFile golden = new GoldenFile("values.txt");

    private void add(String name, Object value) {
        lane.write(out -> lane.codec.writeClassAndObject(out, value));
        byte[] bytes = lane.message();
        if (bytes.length <= MAX_SHOWN_BYTES) {
            golden.add(name, bytes);
        } else {
            byte[] hash = UUID.nameUUIDFromBytes(bytes).toString().getBytes(StandardCharsets.US_ASCII);
            golden.add(name + " " + bytes.length + " bytes, hashed", hash);
        }
    }

    @Test
    void shouldWriteValuesAsEver() throws IOException {
        List<Specimen> steady = Specimens.all().stream()
                .filter(specimen -> !UNSTEADY.matcher(specimen.name()).matches())
                .toList();
        assertThat(steady).hasSizeGreaterThan(40);
        add("record", new Shop.Order(1, "Ada", Shop.Status.PAID, true, 2.5, List.of(new Shop.Line("tea", 2, 1.25))));
        add("bean", new Shop.Employee("Bo", 40, "b-1", new Shop.Person("Cy", 50)));
        add("record of everything", everything());
        add("array of an interface", new Shop.Shape[] {new Shop.Circle(1), null, new Shop.Square(2)});
        Object shared = new Shop.Pair("a", null);
        add("one object twice", new Shop.Pair(shared, shared));
        steady.forEach(specimen -> add(specimen.name(), specimen.value()));
        golden.check();
    }

    private static Shop.Everything everything() {
        Shop.Line line = new Shop.Line("milk", 1, 0.5);
        return new Shop.Everything(
                true,
                (byte) -1,
                '\u4e2d',
                (short) -2,
                3,
                Long.MIN_VALUE,
                1.5f,
                -2.5,
                "text",
                Shop.Status.NEW,
                line,
                7,
                new int[] {1, -1},
                new Shop.Line[] {line},
                Map.of("k", line));
    }
}
