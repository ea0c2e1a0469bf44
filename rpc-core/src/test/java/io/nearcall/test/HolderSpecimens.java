// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/** What holds another object or several: optionals, arrays, exceptions, atomics. */
final class HolderSpecimens extends SpecimenMaker {

    HolderSpecimens() {
        wrappers();
        atomics();
    }

    private void wrappers() {
        same("Optional", Optional.of(List.of(1)));
        same("empty Optional", Optional.empty());
        same("OptionalInt", OptionalInt.of(1));
        same("OptionalLong", OptionalLong.of(2));
        same("OptionalDouble", OptionalDouble.empty());
        List<String> letters = new ArrayList<>(List.of("d", "a", "c", "b"));
        ordered("unmodifiableCollection", Collections.unmodifiableCollection(letters), Collection.class);
        ordered("synchronizedCollection", Collections.synchronizedCollection(letters), Collection.class);
        by("arrays of arrays of primitives", new int[][] {{1}, null, {}}, Arrays::deepToString);
        by("arrays of arrays", new Object[][] {{1, "a"}, {new long[] {2}}}, Arrays::deepToString);
        by("arrays of lists", new List<?>[] {List.of(1), null}, Arrays::toString);
        by("arrays of what is mixed", new Object[] {1, "a", null, 'c', 2.5, List.of()}, Arrays::toString);
        by(
                "checked exception",
                new IOException("disk", new IllegalStateException("inner")),
                e -> e + " " + e.getCause());
    }

    private void atomics() {
        by("AtomicBoolean", new AtomicBoolean(true), AtomicBoolean::get);
        by("AtomicInteger", new AtomicInteger(-1), AtomicInteger::get);
        by("AtomicLong", new AtomicLong(-1), AtomicLong::get);
        by("AtomicReference", new AtomicReference<Object>(List.of(1)), AtomicReference::get);
        by("AtomicIntegerArray", new AtomicIntegerArray(IntStream.range(0, 9).toArray()), AtomicIntegerArray::toString);
        by("AtomicLongArray", new AtomicLongArray(new long[] {1, -1}), AtomicLongArray::toString);
        by("AtomicReferenceArray", new AtomicReferenceArray<>(new Object[] {1, null}), AtomicReferenceArray::toString);
        by(
                "AtomicMarkableReference",
                new AtomicMarkableReference<>("a", true),
                r -> r.getReference() + "/" + r.isMarked());
        by("AtomicStampedReference", new AtomicStampedReference<>("a", 7), r -> r.getReference() + "/" + r.getStamp());
        LongAdder sum = new LongAdder();
        sum.add(5);
        by("LongAdder", sum, LongAdder::sum);
        DoubleAdder doubles = new DoubleAdder();
        doubles.add(0.5);
        by("DoubleAdder", doubles, DoubleAdder::sum);
    }
}
