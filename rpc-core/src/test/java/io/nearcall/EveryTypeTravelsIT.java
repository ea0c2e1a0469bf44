// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.GenericSignaturesIT.Box;
import io.nearcall.GenericSignaturesIT.Circle;
import io.nearcall.GenericSignaturesIT.Shape;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import io.nearcall.test.Specimens;
import io.nearcall.test.Specimens.Specimen;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What people pass through remote interfaces that take any object, to another JVM and back. */
@Timeout(60)
public class EveryTypeTravelsIT {

    /** Gives things back, whatever they are. */
    public interface Mirror {
        Object same(Object thing);

        boolean areSame(Object one, Box<?> other, Object... more);
    }

    /** A part of a cyclic graph. */
    public static class Node {
        private final String name;
        private transient int visits = 3;
        Node parent;
        final List<Node> children = new ArrayList<>();

        /** It has no constructor without arguments. */
        Node(String name, Node parent) {
            this.name = name;
            this.parent = parent;
            if (parent != null) {
                parent.children.add(this);
            }
        }
    }

    /** Inherits fields, and has one of the same name. */
    public static final class Leaf extends Node {
        private final String name;
        private Comparator<String> order;

        Leaf(String name, Node parent) {
            super("node of " + name, parent);
            this.name = name;
        }
    }

    /** An enum whose constants have bodies. */
    public enum Operation {
        PLUS {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        MINUS {
            @Override
            int apply(int a, int b) {
                return a - b;
            }
        };

        abstract int apply(int a, int b);
    }

    /** With writeObject and readObject. */
    public static final class Counted implements Serializable {
        private static final long serialVersionUID = 1L;
        private transient int count;
        private final Shape shape;

        Counted(int count, Shape shape) {
            this.count = count;
            this.shape = shape;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(count);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            count = in.readInt() + 1;
        }
    }

    /** With writeReplace; its proxy has readResolve. */
    public static final class Celsius implements Serializable {
        private static final long serialVersionUID = 1L;
        private final double degrees;

        Celsius(double degrees) {
            this.degrees = degrees;
        }

        private Object writeReplace() {
            return new Kelvin(degrees + 273);
        }
    }

    private static final class Kelvin implements Serializable {
        private static final long serialVersionUID = 1L;
        private final double degrees;

        Kelvin(double degrees) {
            this.degrees = degrees;
        }

        private Object readResolve() {
            return new Celsius(degrees - 273);
        }
    }

    /** Writes itself. */
    public static final class Handmade implements Externalizable {
        private static final long serialVersionUID = 1L;
        private String text;

        public Handmade() {}

        Handmade(String text) {
            this.text = text;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeUTF(text);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            text = in.readUTF();
        }
    }

    /** Nothing names it but the package. */
    public static final class Reflecting implements Mirror {
        @Override
        public Object same(Object thing) {
            return thing;
        }

        @Override
        public boolean areSame(Object one, Box<?> other, Object... more) {
            return one == other.content() && one == more[0] && one == ((Object[]) more[1])[0];
        }
    }

    private static PrivateDirectory directory;
    private static OtherJvm server;
    private static Endpoint client;
    private static Mirror mirror;

    @BeforeAll
    static void start() throws IOException {
        directory = new PrivateDirectory();
        directory.beforeEach(null);
        server = Server.start(200, Mirror.class, Reflecting.class, "allowPackage", "io.nearcall");
        client = Endpoint.builder().allowPackage("io.nearcall").open();
        mirror = client.lookup(Mirror.class);
    }

    @AfterAll
    static void end() throws IOException {
        client.close();
        server.close();
        directory.afterEach(null);
    }

    static List<Specimen> specimens() {
        return Specimens.all();
    }

    @ParameterizedTest
    @MethodSource("specimens")
    void shouldCarryWhatTheJdkHas(Specimen specimen) {
        Object copy = mirror.same(specimen.value());

        assertThat(specimen.arrivesAs()).isAssignableFrom(copy.getClass());
        assertThat(specimen.essenceOf(copy)).isEqualTo(specimen.essenceOf(specimen.value()));
    }

    @Test
    void shouldCarryCyclicBeansThatInheritAndHaveNoDefaultConstructor() {
        Node root = new Node("root", null);
        Leaf leaf = new Leaf("leaf", root);
        leaf.order = new Specimens.ByLength();

        Node copy = (Node) mirror.same(root);

        Leaf leafCopy = (Leaf) copy.children.get(0);
        assertThat(leafCopy.parent).isSameAs(copy);
        assertThat(leafCopy.name).isEqualTo("leaf");
        assertThat(((Node) leafCopy).name).isEqualTo("node of leaf");
        assertThat(leafCopy.order.compare("a", "bb")).isNegative();
        assertThat(copy.visits).as("transient, and no constructor ran").isZero();
    }

    @Test
    void shouldKeepWhatIsSharedAmongAllArgumentsShared() {
        Node node = new Node("n", null);

        assertThat(mirror.areSame(node, new Box<>(node), node, new Object[] {node}))
                .isTrue();
        assertThat(mirror.areSame(node, new Box<>(node), node, new Object[] {new Node("n", null)}))
                .isFalse();
    }

    @Test
    void shouldCarryEnumsWithBodies() {
        assertThat(mirror.same(Operation.MINUS)).isSameAs(Operation.MINUS);
        assertThat(mirror.same(EnumSet.allOf(Operation.class))).isEqualTo(EnumSet.allOf(Operation.class));
        assertThat(mirror.same(new Operation[] {Operation.PLUS, null}))
                .isEqualTo(new Operation[] {Operation.PLUS, null});
    }

    @Test
    void shouldKeepTheMeaningOfEverySerialisedForm() {
        Counted counted = (Counted) mirror.same(new Counted(1, new Circle(2)));

        assertThat(counted.count).as("read twice").isEqualTo(3);
        assertThat(counted.shape).isEqualTo(new Circle(2));
        assertThat(((Celsius) mirror.same(new Celsius(20))).degrees).isEqualTo(20);
        assertThat(((Handmade) mirror.same(new Handmade("abc"))).text).isEqualTo("abc");
    }

    @Test
    void shouldCarryManySmallObjectsWithAFormOfTheirOwn() {
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            many.add(new Handmade("h" + i));
        }

        List<?> copy = (List<?>) mirror.same(many);

        assertThat(copy).hasSize(1_000);
        assertThat(((Handmade) copy.get(999)).text).isEqualTo("h999");
    }

    @Test
    void shouldLetTheCompactConstructorOfARecordRefuse() {
        assertThat(mirror.same(new Circle(0))).isEqualTo(new Circle(0));
        assertThatThrownBy(() -> new Circle(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseInWordsAndGoOn() {
        assertRefused((Runnable) () -> {}, "lambda");
        assertRefused(new Object() {}, "anonymous");
        assertRefused(new Inner(), "make it static");
        assertRefused(new HashMap<>(Map.of("key", new Inner())), "make it static");
        assertRefused(Thread.class, "allow(");
        assertThat(mirror.same("still there")).isEqualTo("still there");
    }

    private static void assertRefused(Object thing, String words) {
        assertThatThrownBy(() -> mirror.same(thing))
                .isInstanceOf(EncodingException.class)
                .hasMessageContaining(words);
    }

    final class Inner {}
}
