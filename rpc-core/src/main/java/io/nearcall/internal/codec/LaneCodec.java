// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.ReferenceCodec;
import io.nearcall.codegen.Stub;

/**
 * Writes and reads the object graphs of one lane. Works with {@link FrameOutput} and {@link FrameInput} only. Confined to
 * the thread that holds the lane. {@link #reset()} goes before each message. What goes wrong is a {@link KryoException},
 * mostly a {@link CodecException}; after any, {@link #isBroken()} says that the instance has to be thrown away.
 */
public final class LaneCodec extends Kryo implements ReferenceCodec {

    public static final int DEFAULT_MAX_DEPTH = 64;

    static {
        KryoSettings.apply();
    }

    private final ClassTable table;
    private final Patience patience;
    private final RemoteObjects remoteObjects;
    private final ThrowableCodec throwables;
    private final JavaFormStreams javaForms = new JavaFormStreams();
    private final ReferenceTable references;
    private boolean broken;

    public LaneCodec(ClassTable table, ThrowableCodec throwables) {
        this(table, throwables, RemoteObjects.NONE, DEFAULT_MAX_DEPTH, Patience.UNHURRIED, false);
    }

    /**
     * @param throwables writes and reads exceptions that are part of a value
     * @param remoteObjects writes and reads references to the objects of both sides
     * @param maxDepth how deep objects may contain each other, both when written and when read
     * @param patience of who writes, with classes that the peer has to be asked for
     * @param trees whether the peer has asked for values without references to objects that were met before
     */
    public LaneCodec(
            ClassTable table,
            ThrowableCodec throwables,
            RemoteObjects remoteObjects,
            int maxDepth,
            Patience patience,
            boolean trees) {
        super(new LaneClasses(table, patience), trees ? new TreeTable() : new ReferenceTable());
        this.table = table;
        this.patience = patience;
        this.remoteObjects = remoteObjects;
        references = (ReferenceTable) getReferenceResolver();
        this.throwables = throwables;
        setRegistrationRequired(true);
        setAutoReset(false);
        setMaxDepth(maxDepth);
        setOptimizedGenerics(false);
        ((LaneClasses) getClassResolver()).ready();
    }

    ThrowableCodec throwables() {
        return throwables;
    }

    @Override
    public void writeReference(Output output, Object object, Class<?> type) {
        try {
            output.writeBoolean(object != null);
            if (object != null) {
                remoteObjects.write(this, (FrameOutput) output, object, type);
            }
        } catch (Throwable e) {
            throw failedWriting(output, e);
        }
    }

    @Override
    public Object readReference(Input input, Class<?> type) {
        try {
            return input.readBoolean() ? remoteObjects.read(this, (FrameInput) input, type) : null;
        } catch (Throwable e) {
            throw failedReading(input, e);
        }
    }

    @Override
    public void writeValue(Output output, Object object) {
        if (object != null && RemoteTypes.isByReference(object.getClass())) {
            try {
                if (object instanceof Stub stub) {
                    throw new ClassNotAllowed(
                            stub.target.describe(),
                            "it is a stub, which has no value to send: the object is elsewhere");
                }
                ((LaneClasses) getClassResolver()).writeNextByValue(object.getClass());
            } catch (Throwable e) {
                throw failedWriting(output, e);
            }
        }
        writeClassAndObject(output, object);
    }

    @Override
    public void writeElements(Output output, Object stream, Class<?> type) {
        try {
            output.writeBoolean(stream != null);
            if (stream != null) {
                remoteObjects.writeElements(this, (FrameOutput) output, stream, type);
            }
        } catch (Throwable e) {
            throw failedWriting(output, e);
        }
    }

    @Override
    public Object readElements(Input input, Class<?> type) {
        try {
            return input.readBoolean() ? remoteObjects.readElements(this, (FrameInput) input, type) : null;
        } catch (Throwable e) {
            throw failedReading(input, e);
        }
    }

    RemoteObjects remoteObjects() {
        return remoteObjects;
    }

    /** The number that a remote interface goes by, which may have to be agreed on. May block. */
    public int idFor(Class<?> remoteInterface) {
        return table.idFor(remoteInterface, patience);
    }

    /** The remote interface that goes by a number, or null. */
    public Class<?> interfaceOf(int id) {
        Class<?> type = id < ClassTable.firstId() ? null : table.awaitClassOf(id);
        return type != null && RemoteTypes.isRemote(type) ? type : null;
    }

    JavaFormStreams javaForms() {
        return javaForms;
    }

    @Override
    public void reset() {
        super.reset();
        if (javaForms != null) { // the constructor of Kryo comes here too
            javaForms.reset();
        }
    }

    /** Whether an exception came out of this instance: its state is undefined. */
    public boolean isBroken() {
        return broken;
    }

    /** As the method of Kryo, for the types that are in the handles of {@link Steps}. */
    void writeAny(FrameOutput output, Object value) {
        writeClassAndObject(output, value);
    }

    Object readAny(FrameInput input) {
        return readClassAndObject(input);
    }

    /** How many objects of this message have been read, those that occur again counted each time with all that is in them. */
    long unfolded() {
        return references.unfolded();
    }

    /**
     * As {@link #readAny}, of a value that is about to be asked for its hash code.
     *
     * @param collisions of the table that it is for; null as long as that is small
     */
    Object readHashed(FrameInput input, Collisions collisions) {
        long before = references.unfolded();
        int repeats = references.repeats();
        Object key = readClassAndObject(input);
        long objects = references.unfolded() - before;
        if (objects > 0 || references.repeats() > repeats) {
            references.hash(objects, input.receivedBytes());
        }
        if (collisions != null) {
            references.hash(collisions.of(key), input.receivedBytes());
        }
        return key;
    }

    @Override
    public void writeClassAndObject(Output output, Object object) {
        if (getDepth() > 0) {
            writeOrdered(output, object);
            return;
        }
        try {
            writeOrdered(output, object);
        } catch (Throwable e) {
            throw failedWriting(output, e);
        }
    }

    private void writeOrdered(Output output, Object object) {
        if (object != null && AccessOrder.isOf(object)) {
            ((LaneClasses) getClassResolver()).writeNextInAccessOrder();
        }
        super.writeClassAndObject(output, object);
    }

    @Override
    public void writeObject(Output output, Object object) {
        if (getDepth() > 0) {
            super.writeObject(output, object);
            return;
        }
        try {
            super.writeObject(output, object);
        } catch (Throwable e) {
            throw failedWriting(output, e);
        }
    }

    @Override
    public void writeObjectOrNull(Output output, Object object, @SuppressWarnings("rawtypes") Class type) {
        if (getDepth() > 0) {
            super.writeObjectOrNull(output, object, type);
            return;
        }
        try {
            super.writeObjectOrNull(output, object, type);
        } catch (Throwable e) {
            throw failedWriting(output, e);
        }
    }

    @Override
    public void writeObjectOrNull(Output output, Object object, @SuppressWarnings("rawtypes") Serializer serializer) {
        if (getDepth() > 0) {
            super.writeObjectOrNull(output, object, serializer);
            return;
        }
        try {
            super.writeObjectOrNull(output, object, serializer);
        } catch (Throwable e) {
            throw failedWriting(output, e);
        }
    }

    @Override
    public Object readClassAndObject(Input input) {
        int id = references.readCount();
        int open = references.openCount();
        long unfolded = references.unfolded();
        Object object;
        if (getDepth() > 0) {
            object = super.readClassAndObject(input);
        } else {
            try {
                object = super.readClassAndObject(input);
            } catch (Throwable e) {
                throw failedReading(input, e);
            }
        }
        if (references.readCount() > id) {
            references.end(id, open, unfolded);
        }
        return object;
    }

    @Override
    public <T> T readObject(Input input, Class<T> type) {
        int id = references.readCount();
        int open = references.openCount();
        long unfolded = references.unfolded();
        T object;
        if (getDepth() > 0) {
            object = super.readObject(input, type);
        } else {
            try {
                object = super.readObject(input, type);
            } catch (Throwable e) {
                throw failedReading(input, e);
            }
        }
        if (references.readCount() > id) {
            references.end(id, open, unfolded);
        }
        return object;
    }

    @Override
    public <T> T readObjectOrNull(Input input, Class<T> type) {
        int id = references.readCount();
        int open = references.openCount();
        long unfolded = references.unfolded();
        T object;
        if (getDepth() > 0) {
            object = super.readObjectOrNull(input, type);
        } else {
            try {
                object = super.readObjectOrNull(input, type);
            } catch (Throwable e) {
                throw failedReading(input, e);
            }
        }
        if (references.readCount() > id) {
            references.end(id, open, unfolded);
        }
        return object;
    }

    @Override
    public <T> T readObjectOrNull(Input input, Class<T> type, @SuppressWarnings("rawtypes") Serializer serializer) {
        int id = references.readCount();
        int open = references.openCount();
        long unfolded = references.unfolded();
        T object;
        if (getDepth() > 0) {
            object = super.readObjectOrNull(input, type, serializer);
        } else {
            try {
                object = super.readObjectOrNull(input, type, serializer);
            } catch (Throwable e) {
                throw failedReading(input, e);
            }
        }
        if (references.readCount() > id) {
            references.end(id, open, unfolded);
        }
        return object;
    }

    private RuntimeException failedWriting(Output output, Throwable cause) {
        broken = true;
        return Failures.passOn(cause, ((FrameOutput) output).sinkFailure(), "A value cannot be written: ");
    }

    private RuntimeException failedReading(Input input, Throwable cause) {
        broken = true;
        return Failures.passOn(cause, ((FrameInput) input).sourceFailure(), "A value cannot be read: ");
    }
}
