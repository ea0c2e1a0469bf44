// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.ReferenceCodec;
import io.nearcall.codegen.Stub;

/**
 * Writes and reads the object graphs of one lane. Works only with {@link FrameOutput} and {@link FrameInput}. Confined
 * to the thread that holds the lane. Call {@link #reset()} before each message. Failures are {@link KryoException}s,
 * mostly {@link CodecException}s. After any exception the state of the instance is undefined: throw it away.
 */
public final class LaneCodec extends GraphWalk implements ReferenceCodec {

    /*
     * Kryo's constructor ends with its default serialisers. They take some 80 classes, a pattern and formatters of
     * dates: a tenth of the time of a client's first call. None is used here. By then all fields are set, and the class
     * resolver knows the object. So an exception ends the constructor there, and the object is taken from the resolver.
     */

    public static final int DEFAULT_MAX_DEPTH = 64;

    static {
        KryoSettings.apply();
    }

    private ClassTable table;
    private Patience patience;
    private RemoteObjects remoteObjects;
    private ThrowableCodec throwables;
    private JavaFormStreams javaForms; // of one message; this and the next are made when they are first needed
    private EntryWriter entries;

    /** Ends Kryo's constructor. */
    private static final class Enough extends RuntimeException {

        private static final long serialVersionUID = 1;

        private static final Enough INSTANCE = new Enough();

        private Enough() {
            super(null, null, false, false);
        }
    }

    private LaneCodec(LaneClasses classes, ReferenceTable references) {
        super(classes, references);
    }

    public static LaneCodec of(ClassTable table, ThrowableCodec throwables) {
        return of(table, throwables, RemoteObjects.NONE, DEFAULT_MAX_DEPTH, Patience.UNHURRIED, false);
    }

    /**
     * @param throwables writes and reads exceptions that are part of a value
     * @param remoteObjects writes and reads references to the objects of both sides
     * @param maxDepth how deeply objects may nest, both when written and when read
     * @param patience limits how long a writer waits for the peer to agree on a class
     * @param trees whether the peer has asked for values without back-references to earlier objects
     */
    public static LaneCodec of(
            ClassTable table,
            ThrowableCodec throwables,
            RemoteObjects remoteObjects,
            int maxDepth,
            Patience patience,
            boolean trees) {
        LaneClasses classes = new LaneClasses(table, patience);
        ReferenceTable references = table(trees);
        LaneCodec codec;
        try {
            codec = new LaneCodec(classes, references);
        } catch (Enough e) { // see above
            codec = (LaneCodec) classes.kryo();
        }
        codec.made(classes, references);
        codec.table = table;
        codec.patience = patience;
        codec.remoteObjects = remoteObjects;
        codec.throwables = throwables;
        codec.setAutoReset(false);
        codec.setMaxDepth(maxDepth);
        codec.setOptimizedGenerics(false);
        return codec;
    }

    private static ReferenceTable table(boolean trees) {
        if (trees) {
            return new TreeTable();
        }
        return new ReferenceTable();
    }

    @Override
    @SuppressWarnings("rawtypes") // as Kryo's own
    public void addDefaultSerializer(Class type, Class serializer) {
        throw Enough.INSTANCE;
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
                classes().writeNextByValue(object.getClass());
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

    /** The number of a remote interface. May block, because both sides may first have to agree on it. */
    public int idFor(Class<?> remoteInterface) {
        return table.idFor(remoteInterface, patience);
    }

    /** The remote interface that has this number, or null. */
    public Class<?> interfaceOf(int id) {
        Class<?> type = id < ClassTable.firstId() ? null : table.awaitClassOf(id);
        return type != null && RemoteTypes.isRemote(type) ? type : null;
    }

    EntryWriter entries() {
        if (entries == null) {
            entries = new EntryWriter(this);
        }
        return entries;
    }

    JavaFormStreams javaForms() {
        if (javaForms == null) {
            javaForms = new JavaFormStreams();
        }
        return javaForms;
    }

    @Override
    public void reset() {
        super.reset();
        if (javaForms != null) { // hardly ever; stores are not free
            javaForms = null;
        }
    }

    /** How many objects of this message have been read. One that occurs again counts again, with all that is in it. */
    long unfolded() {
        return references().unfolded();
    }

    /**
     * As {@link #readElement}, for a value that a hash table is about to ask for its hash code.
     *
     * @param collisions those of the hash table; null while the table is small
     */
    Object readHashed(FrameInput input, Collisions collisions) {
        long before = references().unfolded();
        int repeats = references().repeats();
        Object key = readElement(input);
        long objects = references().unfolded() - before;
        if (objects > 0 || references().repeats() > repeats) {
            references().hash(objects, input.receivedBytes());
        }
        if (collisions != null) {
            references().hash(collisions.of(key), input.receivedBytes());
        }
        return key;
    }

    @Override
    RuntimeException failedWriting(Output output, Throwable cause) {
        return Failures.passOn(cause, ((FrameOutput) output).sinkFailure(), "A value cannot be written: ");
    }

    @Override
    RuntimeException failedReading(Input input, Throwable cause) {
        return Failures.passOn(cause, ((FrameInput) input).sourceFailure(), "A value cannot be read: ");
    }
}
