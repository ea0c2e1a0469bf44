// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import io.nearcall.internal.codec.ClassShape.Member;
import io.nearcall.internal.codec.ClassShape.Section;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How values of a class travel between two sides that have different versions of it. Each side works this out by
 * itself, from the same two texts. Both get the same result.
 */
public final class ShapeMatch {

    /*
     * Only members that both versions have travel. The writer leaves out what the reader lacks, so a reader never has
     * to skip a value of a class that it may not even know. The reader gives its default to what the writer lacks.
     *
     * Members are matched in this order:
     * - members of the same name
     * - members of which one formerly had the name of the other
     * - members of the same name in different superclasses, if there is no doubt
     * If the types of two matched members differ, the value is written with its class, and the reader takes what fits.
     *
     * Which of the two texts is ours must make no difference to the order of the members. So they are in the order of
     * the section whose text comes first in the alphabet. The order must not depend on the class around it either,
     * because a class is agreed on both by itself and as a part of others. So each section is ordered by itself.
     */

    /** The two versions do not differ, or values travel as if they did not. */
    public static final ShapeMatch SAME = new ShapeMatch(Map.of());

    /**
     * The parts of one class that travel.
     *
     * @param members in the order in which they travel; null for an enum and for an array whose elements travel without
     *     their class; empty for any other array
     * @param missing names of our members that the other side lacks
     * @param constants names and former names of our constants that the other side's enum has; null if it is no enum
     */
    record Common(List<Pair> members, List<String> missing, Set<String> constants) {}

    /**
     * @param index of our member, in the order of our version
     * @param asDeclared whether it is written as declared; if not, it is written with its class
     * @param theirType for messages; cut if it is long
     */
    record Pair(int index, boolean asDeclared, String theirType) {}

    private final Map<String, Common> byClass;

    private ShapeMatch(Map<String, Common> byClass) {
        this.byClass = byClass;
    }

    /** The classes whose values travel differently, by name: the compared class, or classes within it. */
    Map<String, Common> byClass() {
        return byClass;
    }

    /**
     * Compares two versions of a class.
     *
     * @throws IncompatibleClass if no value of it can travel; it names the class, the member and both types
     */
    public static ShapeMatch of(ClassShape ours, ClassShape theirs) {
        if (ours.text().equals(theirs.text())) {
            return SAME;
        }
        if (theirs.text().length() > ClassShape.MAX_LENGTH) {
            throw new IncompatibleClass(ours.className(), "", "the other side describes it in too many words");
        }
        return new Comparison(ours, theirs).result();
    }

    private static final class Comparison {

        private static final int NONE = -1;

        private final String root;
        private final Map<String, Section> ours;
        private final Map<String, Section> theirs;
        private final Map<String, Common> found = new HashMap<>();
        private final Map<String, Set<String>> containers = new HashMap<>();
        private final List<String> differing = new ArrayList<>();
        private final List<String> open = new ArrayList<>();
        private final Set<String> seen = new HashSet<>();

        Comparison(ClassShape ours, ClassShape theirs) {
            this.root = ours.className();
            this.ours = ours.sections();
            this.theirs = theirs.sections();
        }

        ShapeMatch result() {
            add(root, null);
            while (!open.isEmpty()) {
                compare(open.remove(open.size() - 1));
            }
            // A class that contains a differing class needs a serialiser that knows of the difference.
            Map<String, Common> affected = new HashMap<>();
            while (!differing.isEmpty()) {
                String name = differing.remove(differing.size() - 1);
                if (affected.putIfAbsent(name, found.get(name)) == null) {
                    differing.addAll(containers.getOrDefault(name, Set.of()));
                }
            }
            return affected.isEmpty() ? SAME : new ShapeMatch(Map.copyOf(affected));
        }

        private void add(String name, String container) {
            if (container != null) {
                containers.computeIfAbsent(name, first -> new HashSet<>()).add(container);
            }
            if (seen.add(name)) {
                open.add(name);
            }
        }

        private void compare(String name) {
            Section here = ours.get(name);
            Section there = theirs.get(name);
            if (here == null || there == null) {
                throw new IncompatibleClass(
                        name, "", "its description is missing on " + (here == null ? "this" : "the other") + " side");
            }
            if (!family(here.kind()).equals(family(there.kind()))) {
                throw new IncompatibleClass(
                        name, "", "it is a " + here.kind() + " here and a " + there.kind() + " there");
            }
            switch (family(here.kind())) {
                case "members" -> compareMembers(here, there);
                case "enum" -> compareConstants(here, there);
                case "array" -> compareArrays(here, there);
                default -> {}
            }
        }

        private static String family(String kind) {
            if (kind.equals("record") || kind.startsWith("class extends ") || kind.startsWith("final class extends ")) {
                return "members";
            }
            if (kind.startsWith("array")) {
                return "array";
            }
            return kind.startsWith("final ") ? kind.substring("final ".length()) : kind;
        }

        private void compareConstants(Section here, Section there) {
            Set<String> names = new HashSet<>();
            for (Member constant : here.members()) {
                names.add(constant.name());
                names.addAll(constant.formerNames());
            }
            names.retainAll(names(there.members())); // the peer may have made up any number of names
            found.put(here.className(), new Common(null, List.of(), names));
            if (here.members().stream()
                    .anyMatch(constant -> !constant.formerNames().isEmpty())) {
                differing.add(here.className());
            }
        }

        private static Set<String> names(List<Member> members) {
            Set<String> names = new HashSet<>();
            members.forEach(member -> names.add(member.name()));
            return names;
        }

        private void compareArrays(Section here, Section there) {
            boolean alike = here.kind().equals(there.kind());
            found.put(here.className(), new Common(alike ? null : List.of(), List.of(), null));
            if (!alike) {
                differing.add(here.className());
            } else if (here.kind().endsWith(ClassShape.EXACT)) {
                addWithin(new Member("", here.className(), true, List.of()), here.className());
            }
        }

        private void addWithin(Member member, String container) {
            String element = member.exactElement();
            if (element != null && (ours.containsKey(element) || theirs.containsKey(element))) {
                add(element, container);
            }
        }

        private void compareMembers(Section here, Section there) {
            boolean turned = here.text().compareTo(there.text()) > 0;
            int[] partners =
                    turned ? partners(there.members(), here.members()) : partners(here.members(), there.members());
            List<Pair> pairs = new ArrayList<>();
            boolean[] paired = new boolean[here.members().size()];
            boolean same = true;
            for (int i = 0; i < partners.length; i++) {
                if (partners[i] == NONE) {
                    continue;
                }
                int index = turned ? partners[i] : i;
                int theirIndex = turned ? i : partners[i];
                Member member = here.members().get(index);
                Member other = there.members().get(theirIndex);
                boolean asDeclared = member.isWrittenLike(other);
                if (asDeclared) {
                    addWithin(member, here.className());
                } else if (!MemberTypes.canFit(member, other)) {
                    throw new IncompatibleClass(
                            here.className(),
                            member.name(),
                            "its member " + member.name() + " is of type " + member.typeInWords() + " here and "
                                    + other.typeInWords() + " there");
                }
                same &= asDeclared && index == pairs.size() && theirIndex == pairs.size();
                pairs.add(new Pair(index, asDeclared, IncompatibleClass.cut(other.type())));
                paired[index] = true;
            }
            List<String> missing = new ArrayList<>();
            for (int i = 0; i < paired.length; i++) {
                if (!paired[i]) {
                    missing.add(here.members().get(i).name());
                }
            }
            found.put(here.className(), new Common(List.copyOf(pairs), List.copyOf(missing), null));
            if (!same || !missing.isEmpty() || pairs.size() < there.members().size()) {
                differing.add(here.className());
            }
        }

        /** For each member of {@code first}, the index of its partner in {@code second}, or {@link #NONE}. */
        private static int[] partners(List<Member> first, List<Member> second) {
            int[] ofFirst = new int[first.size()];
            int[] ofSecond = new int[second.size()];
            Arrays.fill(ofFirst, NONE);
            Arrays.fill(ofSecond, NONE);
            Map<String, Integer> names = indexes(second, ofSecond, false);
            for (int i = 0; i < ofFirst.length; i++) {
                pair(ofFirst, i, ofSecond, names.get(first.get(i).name()));
            }
            pairByFormerNames(first, ofFirst, second, ofSecond);
            pairByFormerNames(second, ofSecond, first, ofFirst);
            Map<String, Integer> simple = indexes(second, ofSecond, true);
            indexes(first, ofFirst, true).forEach((name, index) -> {
                if (index != NONE) {
                    pair(ofFirst, index, ofSecond, simple.get(name));
                }
            });
            return ofFirst;
        }

        private static void pairByFormerNames(
                List<Member> members, int[] partners, List<Member> others, int[] ofOthers) {
            Map<String, Integer> simple = indexes(others, ofOthers, true);
            for (int i = 0; i < partners.length; i++) {
                for (String former : members.get(i).formerNames()) {
                    pair(partners, i, ofOthers, simple.get(former));
                }
            }
        }

        /**
         * Makes two members partners, unless one of them has a partner.
         *
         * @param other null or NONE for no member
         */
        private static void pair(int[] partners, int index, int[] ofOthers, Integer other) {
            if (other != null && other != NONE && partners[index] == NONE && ofOthers[other] == NONE) {
                partners[index] = other;
                ofOthers[other] = index;
            }
        }

        /** The indexes of the members without a partner, by name; {@link #NONE} if several members have the name. */
        private static Map<String, Integer> indexes(List<Member> members, int[] partners, boolean simple) {
            Map<String, Integer> indexes = new HashMap<>();
            for (int i = 0; i < members.size(); i++) {
                if (partners[i] == NONE) {
                    Member member = members.get(i);
                    indexes.merge(simple ? member.simpleName() : member.name(), i, (a, b) -> NONE);
                }
            }
            return indexes;
        }
    }
}
