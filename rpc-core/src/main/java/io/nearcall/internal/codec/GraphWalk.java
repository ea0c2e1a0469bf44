// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.GraphKryo;
import java.util.Collection;
import java.util.List;

/**
 * Kryo with its own traversal of the object graph. The format is Kryo's. Confined to one thread. {@link #made}
 * completes the construction.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // as Kryo's own
abstract class GraphWalk extends GraphKryo {

    /*
     * An object within another one is a nested call of these methods, so compilers meet them within each other. Kryo's
     * methods are 200 bytes long, because they log and handle null serialisers. C2 takes seconds for what it inlines of
     * them. These methods do the same in few bytes.
     *
     * An object is written as its class, if the reader cannot know it, and its contents. 0 is null. If the object may
     * occur again, a 1 precedes its contents. A later occurrence has its number plus 2 in place of the 1 and contents.
     *
     * The number of an object is pending from the start of its reading until the object exists. A serialiser that makes
     * its object before it reads the contents calls reference(). For other serialisers this is done when they return.
     *
     * The first element of a run is written and read as any other object. So the serialiser calls in writeWithClass and
     * readNew meet the classes of the elements, of the list, and of the object around it. C2 inlines such a call for
     * one or two classes. For two it inlined the whole graph twice over in each of five methods, and took two seconds.
     */

    private static final int NULL = 0;
    private static final int FIRST = 1;
    private static final int AGAIN = 2;

    private static final int STRING = BuiltIn.STRING.id() + 1;
    private static final int INTEGER = BuiltIn.INTEGER.id() + 1;
    private static final int LONG = BuiltIn.LONG.id() + 1;

    private LaneClasses classes;
    private ReferenceTable references;
    private int maxDepth;
    private int depth;

    /** Always ends with an exception, as {@link LaneCodec} explains: {@code classes} then has the object. */
    GraphWalk(LaneClasses classes, ReferenceTable references) {
        super(classes, references);
    }

    final void made(LaneClasses classes, ReferenceTable references) {
        this.classes = classes;
        this.references = references;
    }

    /** Returns the exception to throw when the writing of a whole value has failed. */
    abstract RuntimeException failedWriting(Output output, Throwable cause);

    abstract RuntimeException failedReading(Input input, Throwable cause);

    final LaneClasses classes() {
        return classes;
    }

    final ReferenceTable references() {
        return references;
    }

    @Override
    public final void setMaxDepth(int maxDepth) {
        this.maxDepth = maxDepth;
    }

    @Override
    public final int getDepth() {
        return depth;
    }

    @Override
    public void reset() {
        super.reset();
        depth = 0;
    }

    /** Enters an object that directly contains this many others. Fails if they are too deep. */
    final void enter(int objects) {
        if (objects > 0 && depth == maxDepth) {
            throw Failures.tooDeep(depth);
        }
        depth++;
    }

    final void leave() {
        depth--;
    }

    @Override
    public final void writeClassAndObject(Output output, Object object) {
        if (depth > 0) {
            writeAny((FrameOutput) output, object);
            return;
        }
        try {
            writeAny((FrameOutput) output, object);
        } catch (Throwable e) {
            throw failedWriting(output, e);
        }
    }

    /** As {@link #writeClassAndObject}, for an object within another one. */
    final void writeAny(FrameOutput output, Object object) {
        enter(1);
        try {
            writeWithClass(output, object);
        } finally {
            leave();
        }
    }

    private void writeWithClass(FrameOutput output, Object object) {
        if (object == null) {
            output.writeByte((byte) NULL);
            return;
        }
        if (AccessOrder.isOf(object)) {
            classes.writeNextInAccessOrder();
        }
        LaneClass known = classes.write(output, object.getClass());
        if (!known.isShared() || isFirst(output, object)) {
            known.getSerializer().write(this, output, object);
        }
    }

    /** As {@link #writeAny}, for an element of a container. One {@link #enter} covers all its elements. */
    final void writeElement(FrameOutput output, Object element) {
        if (element instanceof String text) {
            output.writeByte((byte) STRING);
            output.writeString(text);
        } else if (element instanceof Integer number) {
            output.writeByte((byte) INTEGER);
            output.writeVarInt(number, false);
        } else if (element instanceof Long number) {
            output.writeByte((byte) LONG);
            output.writeVarLong(number, false);
        } else {
            writeWithClass(output, element);
        }
    }

    /** As {@link #writeElement}, for one or several elements of a list. Returns the index of the next one. */
    final int writeElements(FrameOutput output, List<?> list, int from, int to) {
        Object element = list.get(from);
        writeElement(output, element);
        int next = from + 1;
        if (next == to || isPlain(element)) {
            return next;
        }
        LaneClass known = classes.getRegistration(element.getClass());
        return known.generated() == null
                ? next
                : known.generated().writeRun(this, output, list, next, to, known.number());
    }

    private static boolean isPlain(Object element) {
        return element == null || element instanceof String || element instanceof Integer || element instanceof Long;
    }

    @Override
    public final boolean writeHead(Output output, Object object, int classNumber) {
        output.writeVarInt(classNumber, true);
        return isFirst(output, object);
    }

    /** Writes 1 for the first occurrence of an object, else its number plus 2. Returns whether it is the first. */
    private boolean isFirst(Output output, Object object) {
        int number = references.getWrittenId(object);
        if (number >= 0) {
            output.writeVarInt(number + AGAIN, true);
            return false;
        }
        references.addWrittenObject(object);
        output.writeByte((byte) FIRST);
        return true;
    }

    @Override
    public final void writeObject(Output output, Object object) {
        writeOuter(output, object, object.getClass(), null, false);
    }

    @Override
    public final void writeObject(Output output, Object object, Serializer serializer) {
        writeOuter(output, object, null, serializer, false);
    }

    @Override
    public final void writeObjectOrNull(Output output, Object object, Class type) {
        writeOuter(output, object, type, null, true);
    }

    @Override
    public final void writeObjectOrNull(Output output, Object object, Serializer serializer) {
        writeOuter(output, object, null, serializer, true);
    }

    /** @param serializer null for the usual one of {@code type} */
    private void writeOuter(Output output, Object object, Class<?> type, Serializer serializer, boolean mayBeNull) {
        if (depth > 0) {
            write(output, object, type, serializer, mayBeNull);
            return;
        }
        try {
            write(output, object, type, serializer, mayBeNull);
        } catch (Throwable e) {
            throw failedWriting(output, e);
        }
    }

    private void write(Output output, Object object, Class<?> type, Serializer serializer, boolean mayBeNull) {
        enter(1);
        try {
            if (object == null) {
                output.writeByte((byte) NULL);
                return;
            }
            Serializer known = serializer != null ? serializer : usual(type);
            if (references.useReferences(object.getClass())) {
                if (isFirst(output, object)) {
                    known.write(this, output, object);
                }
            } else {
                if (mayBeNull) {
                    output.writeByte((byte) FIRST);
                }
                known.write(this, output, object);
            }
        } finally {
            leave();
        }
    }

    @Override
    public final Object readClassAndObject(Input input) {
        if (depth > 0) {
            return readAny((FrameInput) input);
        }
        try {
            return readAny((FrameInput) input);
        } catch (Throwable e) {
            throw failedReading(input, e);
        }
    }

    /** As {@link #readClassAndObject}, for an object within another one. */
    final Object readAny(FrameInput input) {
        enter(1);
        try {
            return readOf(classes.read(input), input);
        } finally {
            leave();
        }
    }

    private Object readOf(LaneClass known, FrameInput input) {
        if (known == null) {
            return null;
        }
        Class<?> type = known.getType();
        if (!known.isShared()) {
            return readNew(input, type, known.getSerializer(), false);
        }
        int number = input.readVarInt(true);
        return number == FIRST
                ? readNew(input, type, known.getSerializer(), true)
                : references.getReadObject(type, number - AGAIN);
    }

    /** As {@link #readAny}, for an element of a container. One {@link #enter} covers all its elements. */
    final Object readElement(FrameInput input) {
        int number = input.readVarInt(true);
        if (number == STRING) {
            return ValueCodec.readText(input);
        }
        if (number == INTEGER) {
            return input.readVarInt(false);
        }
        return number == LONG ? (Object) input.readVarLong(false) : readOf(classes.ofNumber(number), input);
    }

    /** As {@link #readElement}, for one or several elements. Returns how many are left to read. */
    final int readElements(FrameInput input, Collection<Object> target, int count) {
        target.add(readElement(input));
        int left = count - 1;
        if (left == 0) {
            return 0;
        }
        LaneClass next = classes.getRegistration(input.nextClass() - 1);
        return next == null || next.generated() == null
                ? left
                : next.generated().readRun(this, input, target, left, next.number());
    }

    @Override
    public final boolean readHead(Input input, int classNumber) {
        return ((FrameInput) input).skipFirst(classNumber);
    }

    @Override
    public final <T> T readObject(Input input, Class<T> type) {
        return readOuter(input, type, null, false);
    }

    @Override
    public final <T> T readObject(Input input, Class<T> type, Serializer serializer) {
        return readOuter(input, type, serializer, false);
    }

    @Override
    public final <T> T readObjectOrNull(Input input, Class<T> type) {
        return readOuter(input, type, null, true);
    }

    @Override
    public final <T> T readObjectOrNull(Input input, Class<T> type, Serializer serializer) {
        return readOuter(input, type, serializer, true);
    }

    /** @param serializer null for the usual one of {@code type} */
    private <T> T readOuter(Input input, Class<T> type, Serializer serializer, boolean mayBeNull) {
        if (depth > 0) {
            return (T) read(input, type, serializer, mayBeNull);
        }
        try {
            return (T) read(input, type, serializer, mayBeNull);
        } catch (Throwable e) {
            throw failedReading(input, e);
        }
    }

    private Object read(Input input, Class<?> type, Serializer serializer, boolean mayBeNull) {
        enter(1);
        try {
            boolean shared = references.useReferences(type);
            int number = shared || mayBeNull ? input.readVarInt(true) : FIRST;
            if (number == NULL && mayBeNull) {
                return null;
            }
            if (shared && number != FIRST) {
                return references.getReadObject(type, number - AGAIN);
            }
            return readNew(input, type, serializer != null ? serializer : usual(type), shared);
        } finally {
            leave();
        }
    }

    private Serializer usual(Class<?> type) {
        return classes.getRegistration(type).getSerializer();
    }

    private Object readNew(Input input, Class<?> type, Serializer serializer, boolean shared) {
        int number = references.begin(shared);
        int pending = references.pending();
        Object object = serializer.read(this, input, type);
        if (shared) {
            end(number, object);
        } else if (references.pending() == pending) {
            references.refer(object);
        }
        return object;
    }

    @Override
    public final int begin() {
        return references.begin(true);
    }

    @Override
    public final void end(int number, Object object) {
        references.end(number, object);
    }

    @Override
    public final void reference(Object object) {
        if (object != null) {
            references.refer(object);
        }
    }
}
