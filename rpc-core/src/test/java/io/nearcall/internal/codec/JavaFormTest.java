// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JavaFormTest {

    static final class Level implements Serializable {
        private static final long serialVersionUID = 1L;
        static final Level HIGH = new Level(10);
        private final int value;

        private Level(int value) {
            this.value = value;
        }

        private Object readResolve() {
            return value == 10 ? HIGH : this;
        }
    }

    public static final class Point implements Externalizable {
        private static final long serialVersionUID = 1L;
        private int x;

        public Point() {}

        Point(int x) {
            this.x = x;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(x + 1);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            x = in.readInt() - 1;
        }
    }

    static final class Basket extends ArrayList<String> {
        private static final long serialVersionUID = 1L;
        private String owner;
    }

    static final class Holder implements Serializable {
        private static final long serialVersionUID = 1L;
        private final Serializable content;

        Holder(Serializable content) {
            this.content = content;
        }

        Serializable content() {
            return content;
        }

        private Object readResolve() {
            return this;
        }
    }

    private final TestLane lane = new TestLane(4096);

    @Test
    void shouldKeepTheMeaningOfReadResolve() {
        assertThat(lane.copy(Level.HIGH)).isSameAs(Level.HIGH);
        assertThat(lane.copy(new ArrayList<>(List.of(Level.HIGH, "x"))).get(0)).isSameAs(Level.HIGH);
    }

    @Test
    void shouldKeepTheMeaningOfExternalizable() {
        assertThat(lane.copy(new Point(7)).x).isEqualTo(7);
    }

    @Test
    void shouldBringSubclassesOfCollectionsAcrossWithTheirFields() {
        Basket basket = new Basket();
        basket.add("bolt");
        basket.owner = "Ada";

        Basket copy = lane.copy(basket);

        assertThat(copy).containsExactly("bolt");
        assertThat(copy.owner).isEqualTo("Ada");
    }

    @Test
    void shouldRefuseAClassInItThatIsNotAllowed() throws Exception {
        lane.codec = LaneCodec.of(
                lane.table,
                new ThrowableCodec(
                        AllowedClasses.NONE.with(List.of(Holder.class)),
                        getClass().getClassLoader()));
        System.clearProperty("canary");

        assertThat(lane.copy(new Holder("text")).content).isEqualTo("text");
        assertThatThrownBy(() -> lane.copy(new Holder(new ThrowablesTest.Canary())))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("not allowed");
        assertThatThrownBy(() -> lane.copy(new Holder(new java.net.URL("http://localhost/"))))
                .isInstanceOf(MalformedMessage.class);
        assertThat(System.getProperty("canary")).isNull();
    }
}
