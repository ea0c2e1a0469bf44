// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.codec.ClassShape.Member;
import io.nearcall.internal.codec.ShapeMatch.Common;
import io.nearcall.internal.codec.ShapeMatch.Pair;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two texts that are compared on both sides, which never see each other's result. */
class ShapeMatchTest {

    private static final int ROUNDS = 20_000;
    private static final String NAME = "shop.Thing";
    private static final String[] NAMES = {"sku", "code", "count", "note", "price"};
    private static final String[] OWNERS = {"", "", "", "shop.Base.", "shop.Root."};
    private static final String[] TYPES = {
        "int exact",
        "long exact",
        "java.lang.Integer exact",
        "java.lang.Object",
        "java.lang.String exact",
        "shop.Part exact",
        "shop.Part"
    };

    /** As a compiler could have had it: no name twice in one class. */
    private static String section(Random random, int most) {
        List<String> lines = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            String name = OWNERS[random.nextInt(OWNERS.length)] + NAMES[random.nextInt(NAMES.length)];
            if (names.add(name)) {
                String was = random.nextInt(3) == 0
                        ? " was " + NAMES[random.nextInt(NAMES.length)] + "," + NAMES[random.nextInt(NAMES.length)]
                        : "";
                lines.add(name + " " + TYPES[random.nextInt(TYPES.length)] + was);
            }
        }
        Collections.shuffle(lines, random);
        String kind = random.nextBoolean() ? "record" : "class extends java.lang.Object";
        return lines.isEmpty() ? kind : kind + "\n" + String.join("\n", lines);
    }

    private static ClassShape shape(Random random) {
        return new ClassShape(NAME, section(random, 5) + "\n\nshop.Part\n" + section(random, 2));
    }

    private static ShapeMatch match(ClassShape ours, ClassShape theirs) {
        try {
            return ShapeMatch.of(ours, theirs);
        } catch (IncompatibleClass e) {
            return null;
        }
    }

    @Test
    void shouldComeToTheSameOnBothSidesWhateverTheTexts() {
        Random random = new Random(7);
        int matches = 0;
        for (int i = 0; i < ROUNDS; i++) {
            ClassShape one = shape(random);
            ClassShape other = shape(random);
            ShapeMatch here = match(one, other);
            ShapeMatch there = match(other, one);
            String both = one.text() + "\n----\n" + other.text();
            assertThat(here == null).as(both).isEqualTo(there == null);
            if (here != null) {
                matches++;
                assertThat(here.byClass().keySet())
                        .as(both)
                        .isEqualTo(there.byClass().keySet());
                for (String name : here.byClass().keySet()) {
                    assertSameOrder(
                            here.byClass().get(name),
                            one.sections().get(name).members(),
                            there.byClass().get(name),
                            other.sections().get(name).members(),
                            both);
                }
            }
        }
        assertThat(matches).isGreaterThan(ROUNDS / 20);
    }

    private static void assertSameOrder(
            Common here, List<Member> ours, Common there, List<Member> theirs, String both) {
        assertThat(here.members()).as(both).hasSameSizeAs(there.members());
        Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < here.members().size(); i++) {
            Pair pair = here.members().get(i);
            Pair partner = there.members().get(i);
            assertThat(pair.theirType())
                    .as(both)
                    .isEqualTo(theirs.get(partner.index()).type());
            assertThat(partner.theirType())
                    .as(both)
                    .isEqualTo(ours.get(pair.index()).type());
            assertThat(pair.asDeclared()).as(both).isEqualTo(partner.asDeclared());
            assertThat(taken.add(pair.index())).as(both).isTrue();
        }
        assertThat(here.missing()).as(both).hasSize(ours.size() - here.members().size());
    }

    @Test
    void shouldTakeAnyTextForADescriptionThatFitsOrDoesNot() {
        Random random = new Random(11);
        String letters = "\n\n ,.[;Lawshop record exact enum array class extends was";
        ClassShape ours = shape(random);
        for (int i = 0; i < ROUNDS; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? ours.text() : "");
            for (int edits = random.nextInt(12); edits > 0; edits--) {
                int at = random.nextInt(text.length() + 1);
                int from = random.nextInt(letters.length());
                text.insert(at, letters, from, Math.min(letters.length(), from + random.nextInt(8)));
            }
            match(ours, new ClassShape(NAME, text.toString())); // or an IncompatibleClass
        }
    }

    @Test
    @Timeout(30)
    void shouldNotTakeLongForALongText() {
        StringBuilder text = new StringBuilder("record");
        for (int i = 0; text.length() < ClassShape.MAX_LENGTH - 50; i++) {
            text.append("\nm").append(i).append(" int exact was sku,code,count");
        }
        ClassShape ours =
                new ClassShape(NAME, "record\nsku int exact\npart shop.Part exact\n\nshop.Part\nrecord\nx int exact");
        assertThat(match(ours, new ClassShape(NAME, text + "\n\nshop.Part\nrecord")))
                .isNotNull();
    }

    @Test
    void shouldKeepNoMoreOfTheOtherSidesVersionThanThisSideHas() {
        ClassShape ours =
                new ClassShape(NAME, "record\nsize shop.Size exact\nbox shop.Box\n\nshop.Size\nenum\nA was B\nC");
        String many = "\nA" + "\nX".repeat(1000) + "\nB";
        ClassShape theirs = new ClassShape(
                NAME, "record\nsize shop.Size exact\nbox " + "Y".repeat(5000) + "\n\nshop.Size\nenum" + many);

        ShapeMatch match = ShapeMatch.of(ours, theirs);

        assertThat(match.byClass().get("shop.Size").constants()).containsExactlyInAnyOrder("A", "B");
        assertThat(match.byClass().get(NAME).members().get(1).theirType()).hasSizeLessThan(1100);
    }
}
