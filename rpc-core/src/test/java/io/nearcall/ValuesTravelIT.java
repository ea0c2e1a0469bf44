// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.io.IOException;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Values of all kinds, to another JVM and back. */
@Timeout(60)
public class ValuesTravelIT {

    /** What a thing is. */
    public enum Size {
        SMALL,
        LARGE {
            @Override
            public String toString() {
                return "very large";
            }
        }
    }

    /** One line of an order. */
    public record Line(String sku, int quantity, Size size) {}

    /** A bean, with nulls where it pleases. */
    public static final class Customer {
        private String name;
        private Customer friend;
        private List<Line> wishes;
        private Map<String, Line> favourites;

        @Override
        public boolean equals(Object other) {
            return other instanceof Customer c
                    && Objects.equals(name, c.name)
                    && Objects.equals(wishes, c.wishes)
                    && Objects.equals(favourites, c.favourites);
        }

        @Override
        public int hashCode() {
            return Objects.hash(name, wishes, favourites);
        }
    }

    /** Gives things back. */
    public interface Echo<T> {
        T same(T thing);
    }

    /** All kinds of parameters. */
    public interface Counter extends Echo<Line> {
        String primitives(boolean z, byte b, char c, short s, int i, long j, float f, double d);

        String text(String text);

        int[] ints(int[] numbers);

        String[][] table(String[][] cells);

        byte[] bytes(byte[] content);

        boolean isOne(byte[] content, Object[] all);

        Size size(Size size);

        DayOfWeek day(DayOfWeek day);

        Customer customer(Customer customer);

        List<Line> lines(List<Line> lines);

        Map<String, List<Line>> shelves(Map<String, List<Line>> shelves);

        boolean areSame(Customer one, Customer other);

        Customer[] twice(Customer customer);

        String join(String separator, Object... parts);

        String overloaded(int number);

        String overloaded(long number);

        String overloaded(String text);

        void nothing();

        Integer boxed(Integer number);

        <N extends Number> N generic(N number);

        default String greeting() {
            return "hello from " + ProcessHandle.current().pid();
        }

        static int ignored() {
            return 1;
        }
    }

    /** Counts nothing. */
    public static final class QuietCounter implements Counter {
        @Override
        public Line same(Line thing) {
            return thing;
        }

        @Override
        public String primitives(boolean z, byte b, char c, short s, int i, long j, float f, double d) {
            return z + " " + b + " " + c + " " + s + " " + i + " " + j + " " + f + " " + d;
        }

        @Override
        public String text(String text) {
            return text;
        }

        @Override
        public int[] ints(int[] numbers) {
            return numbers;
        }

        @Override
        public String[][] table(String[][] cells) {
            return cells;
        }

        @Override
        public boolean isOne(byte[] content, Object[] all) {
            return content == all[0];
        }

        @Override
        public byte[] bytes(byte[] content) {
            return content;
        }

        @Override
        public Size size(Size size) {
            return size;
        }

        @Override
        public DayOfWeek day(DayOfWeek day) {
            return day;
        }

        @Override
        public Customer customer(Customer customer) {
            return customer;
        }

        @Override
        public List<Line> lines(List<Line> lines) {
            return lines;
        }

        @Override
        public Map<String, List<Line>> shelves(Map<String, List<Line>> shelves) {
            return shelves;
        }

        @Override
        public boolean areSame(Customer one, Customer other) {
            return one == other;
        }

        @Override
        public Customer[] twice(Customer customer) {
            return new Customer[] {customer, customer};
        }

        @Override
        public String join(String separator, Object... parts) {
            return String.join(
                    separator, Arrays.stream(parts).map(String::valueOf).toList());
        }

        @Override
        public String overloaded(int number) {
            return "int " + number;
        }

        @Override
        public String overloaded(long number) {
            return "long " + number;
        }

        @Override
        public String overloaded(String text) {
            return "text " + text;
        }

        @Override
        public void nothing() {}

        @Override
        public Integer boxed(Integer number) {
            return number;
        }

        @Override
        public <N extends Number> N generic(N number) {
            return number;
        }
    }

    private static PrivateDirectory directory;
    private static OtherJvm server;
    private static Endpoint client;
    private static Counter remote;

    @BeforeAll
    static void start() throws IOException {
        directory = new PrivateDirectory();
        directory.beforeEach(null);
        server = Server.start(600, Counter.class, QuietCounter.class);
        client = Endpoint.open();
        remote = client.lookup(Counter.class);
    }

    @AfterAll
    static void end() throws IOException {
        client.close();
        server.close();
        directory.afterEach(null);
    }

    @Test
    void shouldCarryEveryPrimitive() {
        assertThat(remote.primitives(
                        true, (byte) -1, 'é', Short.MIN_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, 1.5f, -0.1))
                .isEqualTo("true -1 é -32768 -2147483648 9223372036854775807 1.5 -0.1");
    }

    @Test
    void shouldCarryStringsOfAllKinds() {
        for (String text : new String[] {null, "", "plain", "grün 日本 \uD83D\uDE00 \uD83D \0"}) {
            assertThat(remote.text(text)).isEqualTo(text);
        }
    }

    @Test
    void shouldCarryStringsLongerThanTheRing() {
        for (String part : new String[] {"x", "é", "日"}) {
            String text = part.repeat(1_000_003);
            assertThat(remote.text(text).equals(text)).isTrue();
        }
    }

    @Test
    void shouldCarryArrays() {
        assertThat(remote.ints(new int[] {1, -1})).containsExactly(1, -1);
        assertThat(remote.ints(new int[0])).isEmpty();
        assertThat(remote.ints(null)).isNull();
        assertThat(remote.table(new String[][] {{"a", null}, null, {}})).isEqualTo(new String[][] {{"a", null}, null, {}
        });
    }

    @Test
    void shouldCarryBytesOfAllLengthsAroundFramesAndRings() {
        Random random = new Random(4717);
        for (int length : new int[] {0, 1, 40, 64, 4_000, 16_000, 32_000, 32_768, 65_535, 65_536, 65_537, 1_000_000}) {
            byte[] content = new byte[length];
            random.nextBytes(content);
            assertThat(Arrays.equals(remote.bytes(content), content))
                    .as("%d bytes", length)
                    .isTrue();
        }
    }

    @Test
    void shouldKnowAnArrayOfBytesAgainThatOccursTwice() {
        byte[] content = {1, 2};
        assertThat(remote.isOne(content, new Object[] {content})).isTrue();
        assertThat(remote.isOne(content, new Object[] {content.clone()})).isFalse();
    }

    @Test
    void shouldCarryNoBytes() {
        assertThat(remote.bytes(null)).isNull();
    }

    @Test
    void shouldCarryAHundredAndTwentyEightMebibytesThereAndBack() {
        byte[] content = new byte[128 << 20];
        new Random(4718).nextBytes(content);
        assertThat(Arrays.equals(remote.bytes(content), content)).isTrue();
    }

    @Test
    void shouldCarryEnums() {
        assertThat(remote.size(Size.LARGE)).isSameAs(Size.LARGE);
        assertThat(remote.size(null)).isNull();
        assertThat(remote.day(DayOfWeek.FRIDAY)).isSameAs(DayOfWeek.FRIDAY);
    }

    @Test
    void shouldCarryRecords() {
        Line line = new Line("A-17", 3, Size.SMALL);
        assertThat(remote.same(line)).isEqualTo(line);
        assertThat(remote.same(new Line(null, 0, null))).isEqualTo(new Line(null, 0, null));
        assertThat(remote.same(null)).isNull();
    }

    @Test
    void shouldCarryBeansWithCollections() {
        Customer customer = new Customer();
        customer.name = "Ada";
        customer.wishes = new ArrayList<>(Arrays.asList(new Line("A", 1, Size.SMALL), null));
        customer.favourites = new HashMap<>(Map.of("best", new Line("B", 2, Size.LARGE)));
        customer.favourites.put(null, null);
        assertThat(remote.customer(customer)).isEqualTo(customer).isNotSameAs(customer);
        assertThat(remote.customer(new Customer())).isEqualTo(new Customer());
    }

    @Test
    void shouldCarryACircle() {
        Customer ada = new Customer();
        ada.friend = ada;
        Customer back = remote.customer(ada);
        assertThat(back.friend).isSameAs(back);
    }

    @Test
    void shouldCarryListsAndMapsOfRecords() {
        Line line = new Line("A", 1, Size.SMALL);
        assertThat(remote.lines(List.of(line, line))).containsExactly(line, line);
        assertThat(remote.lines(List.of())).isEmpty();
        assertThat(remote.lines(null)).isNull();
        Map<String, List<Line>> shelves = Map.of("top", List.of(line), "bottom", List.of());
        assertThat(remote.shelves(shelves)).isEqualTo(shelves);
    }

    @Test
    void shouldKeepSharedReferencesSharedWithinACall() {
        Customer customer = new Customer();
        assertThat(remote.areSame(customer, customer)).isTrue();
        assertThat(remote.areSame(customer, new Customer())).isFalse();
        Customer[] two = remote.twice(customer);
        assertThat(two[0]).isSameAs(two[1]);
    }

    @Test
    void shouldForgetReferencesBetweenCalls() {
        Customer customer = new Customer();
        assertThat(remote.customer(customer)).isNotSameAs(remote.customer(customer));
    }

    @Test
    void shouldCallVarargs() {
        assertThat(remote.join("-")).isEmpty();
        assertThat(remote.join("-", 1, "two", null, 3.0, Size.LARGE)).isEqualTo("1-two-null-3.0-very large");
    }

    @Test
    void shouldTellOverloadsApart() {
        assertThat(remote.overloaded(1)).isEqualTo("int 1");
        assertThat(remote.overloaded(1L)).isEqualTo("long 1");
        assertThat(remote.overloaded("1")).isEqualTo("text 1");
    }

    @Test
    void shouldCallWhatIsInheritedThroughTheGenericInterface() {
        Echo<Line> echo = remote;
        assertThat(echo.same(new Line("A", 1, null))).isEqualTo(new Line("A", 1, null));
    }

    @Test
    void shouldCarryBoxesAndNull() {
        remote.nothing();
        assertThat(remote.boxed(5)).isEqualTo(5);
        assertThat(remote.boxed(null)).isNull();
        assertThat(remote.generic(2.5)).isEqualTo(2.5);
    }

    @Test
    void shouldRunDefaultMethodsInTheCallersProcess() {
        assertThat(remote.greeting())
                .isEqualTo("hello from " + ProcessHandle.current().pid());
    }
}
