// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import io.nearcall.internal.codec.ClassShape.Member;
import io.nearcall.internal.codec.ClassShape.Section;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

    /** The two versions do not differ. */
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

    /** Whether values of the class travel as between two sides with the same version. */
    public boolean isSame() {
        return byClass.isEmpty();
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
            int[] partners = turned
                    ? inverse(
                            partners(there.members(), here.members()),
                            here.members().size())
                    : partners(here.members(), there.members());
            List<int[]> order = new ArrayList<>();
            List<String> missing = new ArrayList<>();
            for (int i = 0; i < partners.length; i++) {
                if (partners[i] >= 0) {
                    order.add(new int[] {i, partners[i]});
                } else {
                    missing.add(here.members().get(i).name());
                }
            }
            if (turned) {
                order.sort(Comparator.comparingInt(both -> both[1]));
            }
            List<Pair> pairs = new ArrayList<>();
            boolean same = missing.isEmpty() && order.size() == there.members().size();
            for (int i = 0; i < order.size(); i++) {
                int[] both = order.get(i);
                Member member = here.members().get(both[0]);
                Member other = there.members().get(both[1]);
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
                same &= asDeclared && both[0] == i && both[1] == i;
                pairs.add(new Pair(both[0], asDeclared, IncompatibleClass.cut(other.type())));
            }
            found.put(here.className(), new Common(List.copyOf(pairs), List.copyOf(missing), null));
            if (!same) {
                differing.add(here.className());
            }
        }

        private static int[] inverse(int[] partners, int count) {
            int[] inverse = new int[count];
            Arrays.fill(inverse, -1);
            for (int i = 0; i < partners.length; i++) {
                if (partners[i] >= 0) {
                    inverse[partners[i]] = i;
                }
            }
            return inverse;
        }

        /** For each member of {@code first}, the index of its partner in {@code second}, or -1. */
        private static int[] partners(List<Member> first, List<Member> second) {
            int[] partners = new int[first.size()];
            Arrays.fill(partners, -1);
            boolean[] taken = new boolean[second.size()];
            Map<String, Integer> names = indexes(second, taken, false);
            for (int i = 0; i < partners.length; i++) {
                take(partners, i, names.get(first.get(i).name()), taken);
            }
            byFormerNames(first, second, partners, taken);
            Map<String, Integer> simple = indexes(second, taken, true);
            Map<String, Integer> own = indexes(first, matched(partners), true);
            own.forEach((name, index) -> {
                if (index >= 0) {
                    take(partners, index, simple.get(name), taken);
                }
            });
            return partners;
        }

        private static void byFormerNames(List<Member> first, List<Member> second, int[] partners, boolean[] taken) {
            Map<String, Integer> simple = indexes(second, taken, true);
            for (int i = 0; i < partners.length; i++) {
                for (String former : first.get(i).formerNames()) {
                    take(partners, i, simple.get(former), taken);
                }
            }
            Map<String, Integer> own = indexes(first, matched(partners), true);
            for (int i = 0; i < taken.length; i++) {
                for (String former : second.get(i).formerNames()) {
                    Integer index = own.get(former);
                    if (index != null && index >= 0) {
                        take(partners, index, i, taken);
                    }
                }
            }
        }

        private static void take(int[] partners, int index, Integer partner, boolean[] taken) {
            if (partner != null && partner >= 0 && partners[index] < 0 && !taken[partner]) {
                partners[index] = partner;
                taken[partner] = true;
            }
        }

        private static boolean[] matched(int[] partners) {
            boolean[] matched = new boolean[partners.length];
            for (int i = 0; i < matched.length; i++) {
                matched[i] = partners[i] >= 0;
            }
            return matched;
        }

        /** The indexes of the members that are not taken, by name; -1 if several members have the name. */
        private static Map<String, Integer> indexes(List<Member> members, boolean[] taken, boolean simple) {
            Map<String, Integer> indexes = new HashMap<>();
            for (int i = 0; i < members.size(); i++) {
                if (!taken[i]) {
                    Member member = members.get(i);
                    indexes.merge(simple ? member.simpleName() : member.name(), i, (a, b) -> -1);
                }
            }
            return indexes;
        }
    }
}
