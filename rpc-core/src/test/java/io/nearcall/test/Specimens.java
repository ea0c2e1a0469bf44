// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * At least one object of every class of the JDK that travels, with the properties that must be equal after the journey.
 */
public final class Specimens {

    private static final List<Specimen> ALL = Stream.of(
                    new ValueSpecimens(), new CollectionSpecimens(), new HolderSpecimens())
            .flatMap(maker -> maker.made().stream())
            .toList();

    private Specimens() {}

    /** Those of the JDK of this process; a newer one has more. */
    public static List<Specimen> all() {
        return ALL;
    }

    /**
     * @param arrivesAs the class of the copy
     * @param essence the part of it that is compared, because not all classes have an equals
     */
    public record Specimen(String name, Object value, Class<?> arrivesAs, Essence essence) {
        @Override
        public String toString() {
            return name;
        }

        /** Of the object that was sent, or of its copy. */
        public Object essenceOf(Object thing) {
            return essence.of(thing);
        }
    }

    /** What of an object is compared. */
    public interface Essence {
        Object of(Object thing);
    }

    /** A comparator of an allowed class. */
    public static final class ByLength implements Comparator<String> {
        @Override
        public int compare(String one, String other) {
            return Integer.compare(one.length(), other.length());
        }
    }
}
