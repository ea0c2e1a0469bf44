// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.function.Function;

/** Makes the serialisers of containers among the {@link FurtherClasses}. */
final class FurtherContainers {

    private FurtherContainers() {}

    /** Makes an empty queue; may refuse a capacity. */
    interface QueueMaker {
        BlockingQueue<Object> make(FrameInput in, int capacity);
    }

    /** The capacity, then the elements. */
    static Serializer<BlockingQueue<?>> bounded(QueueMaker maker) {
        return new ContainerCodec<>(
                (codec, out, queue) -> {
                    Object[] all = queue.toArray();
                    int capacity = queue.size() + queue.remainingCapacity();
                    out.writeVarInt(Math.max(1, Math.max(capacity, all.length)), true);
                    Elements.write(codec, out, Arrays.asList(all));
                },
                (codec, in) -> {
                    int capacity = in.readVarInt(true);
                    int length = in.readLength();
                    if (capacity < 1 || capacity < length) {
                        throw new MalformedMessage("A queue of capacity " + capacity + " with " + length + " elements");
                    }
                    BlockingQueue<Object> queue = maker.make(in, capacity);
                    codec.reference(queue);
                    Elements.readInto(codec, in, length, queue);
                    return queue;
                });
    }

    static BlockingQueue<Object> arrayBlockingQueue(FrameInput in, int capacity) {
        if (!in.claim((long) capacity * Integer.BYTES)) {
            throw new MalformedMessage("An ArrayBlockingQueue of capacity " + capacity
                    + " has too much room for the size of its message. Send a LinkedBlockingQueue");
        }
        return new ArrayBlockingQueue<>(capacity);
    }

    static CollectionCodec sortedSet(Function<TreeSet<Object>, SortedSet<?>> wrapper) {
        return CollectionCodec.<SortedSet<?>, TreeSet<Object>>sorted(SortedSet::comparator, TreeSet::new, wrapper)
                .bySnapshot();
    }

    static MapCodec sortedMap(Function<TreeMap<Object, Object>, SortedMap<?, ?>> wrapper) {
        return MapCodec.<TreeMap<Object, Object>>sorted(TreeMap::new, wrapper).by(MapCodec.Way.COPY);
    }

    @SuppressWarnings("unchecked")
    private static Comparator<Object> comparator(LaneCodec codec, FrameInput in) {
        return (Comparator<Object>) codec.readAny(in);
    }

    /** The entries, then the defaults that no entry hides. */
    static Serializer<Properties> ofProperties() {
        return new ContainerCodec<>(
                (codec, out, properties) -> {
                    Elements.writeSnapshot(codec, out, properties);
                    Map<Object, Object> defaults = new LinkedHashMap<>();
                    for (String name : properties.stringPropertyNames()) {
                        if (!properties.containsKey(name)) {
                            defaults.put(name, properties.getProperty(name));
                        }
                    }
                    Elements.write(codec, out, defaults);
                },
                (codec, in) -> {
                    Properties defaults = new Properties();
                    Properties properties = new Properties(defaults);
                    codec.reference(properties);
                    Elements.readHashedInto(codec, in, in.readLength(), properties);
                    Elements.readHashedInto(codec, in, in.readLength(), defaults);
                    return properties;
                });
    }

    /** The kind of the map beneath, which no method tells, then the elements. */
    static Serializer<Set<?>> ofSetFromMap() {
        return new ContainerCodec<>(
                (codec, out, set) -> {
                    out.writeByte(BackingMap.kindOf(HiddenParts.firstOf(set, Map.class))
                            .ordinal());
                    Elements.write(codec, out, Arrays.asList(set.toArray()));
                },
                (codec, in) -> {
                    int kind = in.readByte();
                    if (kind < 0 || kind >= BackingMap.values().length) {
                        throw new MalformedMessage("A set upon a map of kind " + kind);
                    }
                    BackingMap backing = BackingMap.values()[kind];
                    Set<Object> set = Collections.newSetFromMap(backing.make());
                    codec.reference(set);
                    int length = in.readLength();
                    if (backing == BackingMap.IDENTITY) {
                        Elements.readInto(codec, in, length, set);
                    } else {
                        Elements.readHashedInto(codec, in, length, set);
                    }
                    return set;
                });
    }

    private enum BackingMap {
        LINKED,
        HASH,
        IDENTITY,
        CONCURRENT,
        WEAK;

        static BackingMap kindOf(Object map) {
            if (map instanceof IdentityHashMap) {
                return IDENTITY;
            }
            if (map instanceof ConcurrentHashMap) {
                return CONCURRENT;
            }
            if (map instanceof WeakHashMap) {
                return WEAK;
            }
            return map != null && map.getClass() == HashMap.class ? HASH : LINKED;
        }

        Map<Object, Boolean> make() {
            return switch (this) {
                case LINKED -> new LinkedHashMap<>();
                case HASH -> new HashMap<>();
                case IDENTITY -> new IdentityHashMap<>(0);
                case CONCURRENT -> new ConcurrentHashMap<>();
                case WEAK -> new WeakHashMap<>();
            };
        }
    }

    /** The comparator that is reversed. */
    static Serializer<Comparator<?>> ofReversedComparator() {
        return new ContainerCodec<>(
                // Reversing it again gives the comparator that it was made of.
                (codec, out, reversed) -> codec.writeAny(out, Collections.reverseOrder(reversed)),
                (codec, in) -> Collections.reverseOrder(comparator(codec, in)));
    }

    /** Whether nulls come first, then the comparator for the others, which may be null. */
    static Serializer<Comparator<Object>> ofNullComparator() {
        return new ContainerCodec<>(
                (codec, out, comparator) -> {
                    out.writeBoolean(comparator.compare(null, "") < 0);
                    codec.writeAny(out, HiddenParts.firstOf(comparator, Comparator.class));
                },
                (codec, in) -> in.readBoolean()
                        ? Comparator.nullsFirst(comparator(codec, in))
                        : Comparator.nullsLast(comparator(codec, in)));
    }

    static Serializer<AtomicReferenceArray<?>> ofReferenceArray() {
        return new ContainerCodec<>(
                (codec, out, array) -> {
                    Object[] values = new Object[array.length()];
                    Arrays.setAll(values, array::get);
                    Elements.write(codec, out, Arrays.asList(values));
                },
                (codec, in) -> new AtomicReferenceArray<>(Elements.read(codec, in)));
    }

    /** The mark, then the value. */
    static Serializer<AtomicMarkableReference<?>> ofMarkableReference() {
        return new ContainerCodec<>(
                (codec, out, reference) -> {
                    boolean[] mark = new boolean[1];
                    Object value = reference.get(mark);
                    out.writeBoolean(mark[0]);
                    codec.writeAny(out, value);
                },
                (codec, in) -> {
                    boolean mark = in.readBoolean();
                    return new AtomicMarkableReference<>(codec.readAny(in), mark);
                });
    }

    /** The stamp, then the value. */
    static Serializer<AtomicStampedReference<?>> ofStampedReference() {
        return new ContainerCodec<>(
                (codec, out, reference) -> {
                    int[] stamp = new int[1];
                    Object value = reference.get(stamp);
                    out.writeInt(stamp[0]);
                    codec.writeAny(out, value);
                },
                (codec, in) -> {
                    int stamp = in.readInt();
                    return new AtomicStampedReference<>(codec.readAny(in), stamp);
                });
    }
}
