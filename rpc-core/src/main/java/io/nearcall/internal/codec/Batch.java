// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.ArrayList;
import java.util.List;

/**
 * A batch of elements of a stream. Writing stops with the element that reaches {@link #ENOUGH_BYTES}. The sender keeps
 * the rest until it is asked for them. Each batch is an object graph of its own.
 */
public final class Batch {

    /** A batch of this length is worth a call. A longer one only makes both sides keep more. */
    public static final int ENOUGH_BYTES = 32 << 10;

    private final Object[] elements;
    private final boolean last;
    private volatile long elementBytes;

    /** @param last whether there are no further elements behind these */
    public Batch(Object[] elements, boolean last) {
        this.elements = elements;
        this.last = last;
    }

    public Object[] elements() {
        return elements;
    }

    public boolean isLast() {
        return last;
    }

    /** The average length of the elements that were written; 0 if none was, or the batch is not written yet. */
    public long elementBytes() {
        return elementBytes;
    }

    /**
     * For each element a byte 1 and the element with its class, then a byte 0, then whether the batch is the last. Once
     * a box or a string has been met, further ones skip what Kryo does around every object. They contain nothing and
     * are never referred to.
     */
    static final class Codec extends Serializer<Batch> {

        @Override
        public void write(Kryo kryo, Output output, Batch batch) {
            long start = output.total();
            long enough = start + ENOUGH_BYTES;
            Class<?> met = null;
            PlainElement plain = null;
            int count = 0;
            while (count < batch.elements.length && (count == 0 || output.total() < enough)) {
                Object element = batch.elements[count++];
                if (element == null || element.getClass() != met) {
                    met = element == null ? null : element.getClass();
                    plain = PlainElement.of(met);
                }
                if (plain != null) {
                    plain.write(kryo, (FrameOutput) output, element);
                } else {
                    output.writeBoolean(true);
                    kryo.writeClassAndObject(output, element);
                }
            }
            batch.elementBytes = count == 0 ? 0 : (output.total() - start) / count;
            output.writeBoolean(false);
            output.writeBoolean(batch.last && count == batch.elements.length);
        }

        @Override
        public Batch read(Kryo kryo, Input input, Class<? extends Batch> type) {
            if (kryo.getDepth() > 1) {
                throw new MalformedMessage("Elements of a stream as part of another value");
            }
            List<Object> elements = new ArrayList<>(); // grows with what arrives: at least two bytes an element
            Class<?> met = null;
            PlainElement plain = null;
            while (true) {
                while (plain != null && ((FrameInput) input).skipShort(plain.head())) {
                    elements.add(plain.read(kryo, (FrameInput) input));
                }
                if (!input.readBoolean()) {
                    break;
                }
                Object element = kryo.readClassAndObject(input);
                elements.add(element);
                if (element == null || element.getClass() != met) {
                    met = element == null ? null : element.getClass();
                    plain = PlainElement.of(met);
                }
            }
            boolean last = input.readBoolean();
            if (elements.isEmpty() && !last) {
                throw new MalformedMessage(
                        "A batch of no elements before the end of a stream"); // readers would ask for ever
            }
            return new Batch(elements.toArray(), last);
        }
    }
}
