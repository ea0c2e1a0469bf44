// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.time.Period;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hash tables that are read ask their keys for hash codes. A message must not make that take longer than it is long. */
@Timeout(120)
class HashingTest {

    private static final int LEVELS = 50;

    private final TestLane lane = new TestLane(1 << 16);

    /** A list of the same list twice, and so on. */
    private static Object bomb() {
        List<Object> inner = new ArrayList<>();
        for (int i = 0; i < LEVELS; i++) {
            inner = Arrays.asList(inner, inner);
        }
        return inner;
    }

    private static Object records() {
        Object inner = new Shop.Pair(1, 2);
        for (int i = 0; i < LEVELS; i++) {
            inner = new Shop.Pair(inner, inner);
        }
        return inner;
    }

    /** As the key of an identity map it can be written; the kind of map is then changed to one that hashes. */
    private byte[] asKeyOfAHashMap(Object key) {
        IdentityHashMap<Object, Object> map = new IdentityHashMap<>();
        map.put(key, 1);
        lane.write(out -> lane.codec.writeClassAndObject(out, map));
        byte[] message = lane.message();
        byte[] asHashMap = new byte[message.length - 1];
        System.arraycopy(message, 3, asHashMap, 2, message.length - 3);
        asHashMap[0] = (byte) (lane.table.idOf(HashMap.class) + 1);
        asHashMap[1] = message[1];
        return asHashMap;
    }

    @Test
    void shouldNotHashListsThatAreSharedOverAndOver() {
        assertRefused(bomb());
    }

    @Test
    void shouldNotHashRecordsThatAreSharedOverAndOver() {
        assertRefused(records());
    }

    private void assertRefused(Object bomb) {
        byte[] message = asKeyOfAHashMap(bomb);

        assertThat(message).hasSizeLessThan(1_000);
        assertThatThrownBy(() -> lane.read(message))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("too long");
    }

    @Test
    void shouldNotHashWhatContainsItself() {
        List<Object> self = new ArrayList<>();
        self.add(self);
        byte[] message = asKeyOfAHashMap(self);

        assertThatThrownBy(() -> lane.read(message))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("contain themselves");
    }

    @Test
    void shouldNotHashWhatContainsItselfWhenTheCountHasReachedItsEnd() {
        List<Object> self = new ArrayList<>();
        self.add(self);
        List<Object> endless = self;
        for (int i = 0; i < LEVELS; i++) {
            endless = Arrays.asList(endless, endless);
        }
        Set<Object> identities = Collections.newSetFromMap(new IdentityHashMap<>());
        identities.add(self);
        Object both = new Object[] {endless, identities};
        lane.write(out -> lane.codec.writeClassAndObject(out, both));
        byte[] message = lane.message();
        int kindOfMap = message.length - 4;
        assertThat(message[kindOfMap]).as("identity").isEqualTo((byte) 2);
        message[kindOfMap] = 1; // a HashMap

        assertThatThrownBy(() -> lane.read(message))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("contain themselves");
    }

    @Test
    void shouldNotHashWhatIsIncompleteAndContainsWhatContainsItself() {
        List<Object> self = new ArrayList<>();
        self.add(self);
        List<Object> incomplete = new ArrayList<>();
        incomplete.add(self);
        Set<Object> identities = Collections.newSetFromMap(new IdentityHashMap<>());
        identities.add(incomplete);
        incomplete.add(new Object[] {identities});
        lane.write(out -> lane.codec.writeClassAndObject(out, incomplete));
        byte[] message = lane.message();
        int kindOfMap = message.length - 4;
        assertThat(message[kindOfMap]).as("identity").isEqualTo((byte) 2);
        message[kindOfMap] = 1; // a HashMap

        assertThatThrownBy(() -> lane.read(message))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("contain themselves");
    }

    /** None is comparable, and all have the same hash code. */
    private static Set<Object> periods(int count) {
        Set<Object> periods = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int months = 0; months < count; months++) {
            periods.add(Period.of(-Integer.rotateLeft(months, 8), months, 0));
        }
        return periods;
    }

    /** Is short when it is written: the longer a message is, the more it may ask of hash tables. */
    private record Slip(short number) {
        @Override
        public int hashCode() {
            return 7;
        }
    }

    @Test
    void shouldNotReadAFloodOfKeysWithTheSameHashCode() {
        Set<Object> flood = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int number = 0; number < 12_000; number++) {
            flood.add(new Slip((short) number));
        }
        TestLane lane = new TestLane(1 << 20); // which has the whole message when it begins to read
        lane.write(out -> lane.codec.writeClassAndObject(out, flood));
        byte[] message = lane.message();
        assertThat(message[3]).as("identity").isEqualTo((byte) 2);
        message[3] = 1; // a HashMap

        assertThatThrownBy(() -> lane.read(message))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("same hash code");
    }

    @Test
    void shouldReadSomeThousandKeysWithTheSameHashCode() {
        Set<Object> some = new HashSet<>(periods(3_000));

        assertThat(lane.copy(some)).isEqualTo(some);
    }

    @Test
    void shouldReadALargeSetWhoseHashCodesAreAsTheyComeToBe() {
        Set<Object> large = new HashSet<>();
        for (int i = 0; i < 500_000; i++) {
            large.add(i * 4096);
        }

        assertThat(lane.copy(large)).isEqualTo(large);
    }

    @Test
    void shouldReadWhatIsSharedOverAndOverButNotHashed() {
        Object bomb = bomb();

        List<?> copy = (List<?>) lane.copy(bomb);

        assertThat(copy.get(0)).isSameAs(copy.get(1));
    }

    @Test
    void shouldReadSetsOfSetsThatShare() {
        Set<Object> two = new HashSet<>(Arrays.asList("a", null));
        Set<Object> sets =
                new HashSet<>(List.of(two, new HashSet<>(List.of(two)), List.of(two, two), Map.of(two, two)));
        for (int i = 0; i < 6; i++) {
            sets = new HashSet<>(List.of(sets, new HashSet<>(List.of(sets)), new Shop.Pair(sets, sets)));
        }

        assertThat(lane.<Object>copy(sets)).isEqualTo(sets);
    }

    @Test
    void shouldReadABigKeyOfManyMaps() {
        Object key = new ArrayList<>(java.util.stream.IntStream.range(0, 1_000)
                .mapToObj(i -> new Shop.Pair(i, "i"))
                .toList());
        List<Object> maps = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            maps.add(new HashMap<>(Map.of(key, i)));
        }

        assertThat(lane.<Object>copy(maps)).isEqualTo(maps);
    }

    @Test
    void shouldReadBeansInSetsThatReferBack() {
        Shop.Person ada = new Shop.Person("Ada", 1);
        Shop.Person bob = new Shop.Person("Bob", 2);
        ada.friends.add(bob);
        bob.friends.add(ada);
        Map<Object, Object> self = new HashMap<>();
        self.put("self", self);
        self.put("friends", new HashSet<>(List.of(ada, bob)));

        Map<?, ?> copy = (Map<?, ?>) lane.copy((Object) self);

        assertThat(copy.get("friends")).isEqualTo(Set.of(ada, bob));
    }

    @Test
    void shouldNotHashWhatIsSharedOverAndOverInASerialisedForm() {
        ArrayList<Object> inner = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            inner = new ArrayList<>(Arrays.asList(inner, inner));
        }
        Serializable bomb = inner;

        assertThatThrownBy(() -> lane.copy(new JavaFormTest.Holder(bomb)))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("too long");
    }

    @Test
    void shouldRefuseACollectionThatContainsItselfInASerialisedForm() {
        ArrayList<Object> self = new ArrayList<>();
        self.add(self);

        assertThatThrownBy(() -> lane.copy(new JavaFormTest.Holder(self)))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("contains itself");
    }
}
