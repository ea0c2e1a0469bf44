// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.ReleasedException;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.Stub;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.codec.ClassNotAllowed;
import io.nearcall.internal.codec.CodecException;
import io.nearcall.internal.codec.FrameInput;
import io.nearcall.internal.codec.FrameOutput;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.codec.RemoteObjects;
import io.nearcall.internal.codec.RemoteTypes;
import io.nearcall.internal.context.DurationText;
import io.nearcall.internal.lane.ReferenceCounts;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.reference.ReceivedReference;
import io.nearcall.internal.reference.ReceivedReferences;
import io.nearcall.internal.reference.SentReferences;
import io.nearcall.internal.statistics.ConnectionStatistics;
import io.nearcall.internal.stream.ConnectionStreams;
import io.nearcall.internal.stub.BalancedTarget;
import io.nearcall.internal.stub.ReferenceHolder;
import io.nearcall.internal.stub.ServiceTarget;
import io.nearcall.internal.stub.StandIn;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.ReferenceList;
import java.util.List;

/** The remote objects that the two sides of a connection know of each other. Any thread. */
final class ConnectionReferences implements RemoteObjects, ReferenceCounts {

    /*
     * A reference is written as the owner of its object, its id, and, if the sender owns the object, its interfaces
     * (ShownInterfaces). The id is also listed at the end of the frame (ReferenceList), so a receiver that does not
     * read the values still counts it.
     */

    private static final byte OF_SENDER = 0;
    private static final byte OF_RECEIVER = 1;

    private final EndpointCore core;
    private final Connection connection;
    private final int maxReferences;
    private final Lazy<SentReferences> sent;
    private final Lazy<ReceivedReferences> received;
    private final Lazy<ShownInterfaces> interfaces;
    private final Lazy<ReferenceStubs> stubs;
    private final Lazy<ConnectionStreams> streams;

    /** The other side's references, if that side is this endpoint. Set before the connection begins. */
    private ConnectionReferences partner;

    ConnectionReferences(EndpointCore core, Connection connection, ControlSocket socket) {
        this.core = core;
        this.connection = connection;
        this.maxReferences = core.settings().maxReferences();
        this.stubs = new Lazy<>(() -> new ReferenceStubs(core, connection));
        this.streams = new Lazy<>(() -> new ConnectionStreams(
                task -> core.runForApplication(task, core.completions()),
                core.completions(),
                connection.closings(),
                task -> core.runForApplication(task, connection.closings()),
                action -> connection.onEnd(loss -> action.run())));
        this.sent = new Lazy<>(
                () -> new SentReferences(
                        maxReferences, core.localObjects(), core.hooks(), this::countExported, this::forgotten),
                SentReferences::close);
        this.interfaces = new Lazy<>(() -> new ShownInterfaces(core.interfaces(), sent.get()));
        this.received = new Lazy<>(() -> new ReceivedReferences(
                maxReferences,
                new Releases(connection, socket, core.monitor(), core.dropped(), maxReferences),
                more -> connection.statistics().change(ConnectionStatistics.IMPORTED, more),
                core.dropped().queue()));
    }

    private void countExported(Object target, int more) {
        connection.statistics().change(ConnectionStatistics.EXPORTED, more);
        if (ConnectionStreams.isStream(target)) {
            connection.statistics().change(ConnectionStatistics.STREAMS, more);
        }
    }

    private void forgotten(Object target, Runnable dealtWith) {
        streams.get().forgotten(target, dealtWith);
    }

    /** Pairs the two sides of an endpoint's connection to itself. */
    void pair(ConnectionReferences other) {
        partner = other;
        other.partner = this;
    }

    /** A target for calls of an object that both sides have. It counts as a reference until nobody has it any more. */
    RemoteTarget refer(Object target, List<RemoteInterface<?>> types) {
        core.dropped().start();
        int id = partner.sent.get().count(target);
        ReceivedReference reference = received.get().arrived(id);
        if (reference == null) {
            partner.sent.get().unsent(id);
            throw new IllegalStateException(
                    "Stubs of more objects of this process are in use than maxReferences=" + maxReferences + " allows");
        }
        try {
            return stubs.get().target(reference, types, partner.sent.get().facets(id, types));
        } finally {
            received.get().settled(reference);
        }
    }

    @Override
    public void write(LaneCodec codec, FrameOutput output, Object passed, Class<?> declared) {
        if (output.isDiscarded()) {
            return;
        }
        if (passed instanceof Stub stub && writeHome(output, stub.target)) {
            return;
        }
        Object object = original(passed);
        if (core.settings().remoteInterfaces() && RemoteTypes.isExportedByRmi(object)) {
            throw new ClassNotAllowed(
                    object.getClass().getName(),
                    "it is exported by java.rmi: change the import of UnicastRemoteObject to that of io.nearcall.rmi");
        }
        int id = sent.get().count(object);
        try {
            output.addReference(id);
        } catch (Throwable e) {
            sent.get().unsent(id);
            throw e;
        }
        output.writeByte(OF_SENDER);
        output.writeInt(id);
        interfaces.get().write(codec, output, id, object.getClass(), declared);
    }

    /** The object itself, if a stub of an object of this process is passed: the receiver makes a stub of its own. */
    private static Object original(Object passed) {
        if (!(passed instanceof Stub stub) || !(StandIn.original(stub.target) instanceof LocalTarget local)) {
            return passed;
        }
        Object object = local.object();
        if (object == null) {
            throw local.missing("the method that it was to be passed to");
        }
        return object;
    }

    /** Writes a stub of an object of the peer; returns false if it is none. */
    private boolean writeHome(FrameOutput output, RemoteTarget stubs) {
        RemoteTarget target = StandIn.original(stubs);
        if (target instanceof ReferenceHolder holder
                && !(target instanceof LocalTarget)
                && holder.link() == connection) {
            int id = holder.reference().id();
            addHomeward(output, holder.reference(), target);
            output.writeByte(OF_RECEIVER);
            output.writeInt(id);
            return true;
        }
        int objectId = serviceObject(target);
        if (objectId < 0) {
            return false;
        }
        output.writeByte(OF_RECEIVER);
        output.writeInt(objectId);
        return true;
    }

    /** The id of the object at the other end of this connection if the target is that of a service there; else -1. */
    private int serviceObject(RemoteTarget target) {
        if (target instanceof ServiceTarget service) {
            return service.objectIdOver(connection);
        }
        return target instanceof BalancedTarget balanced ? balanced.objectIdOver(connection) : -1;
    }

    private void addHomeward(FrameOutput output, ReceivedReference reference, RemoteTarget target) {
        reference.sendHome();
        try {
            if (reference.isReleased()) {
                throw ReleasedException.stub(
                        target.describe(), connection.peerPid(), "the method that it was to be passed to");
            }
            output.addReference(ReferenceList.ofReceiver(reference.id()));
        } catch (Throwable e) {
            reference.notSentHome();
            throw e;
        }
    }

    @Override
    public Object read(LaneCodec codec, FrameInput input, Class<?> declared) {
        byte whose = input.readByte();
        int id = input.readInt();
        if (whose == OF_RECEIVER) {
            return ownObject(id);
        }
        if (whose != OF_SENDER) {
            throw new MalformedMessage("A reference of kind " + whose);
        }
        Class<?>[] facets = ShownInterfaces.read(codec, input, declared);
        ReceivedReference reference = received.get().get(id);
        if (facets == null || reference == null) {
            throw new MalformedMessage("A reference to an object that the message does not list, or of no interface");
        }
        Object local = partner == null ? null : localStub(partner.sent.get().target(id));
        return local != null && (declared == null || declared.isInstance(local))
                ? local
                : stubs.get().of(reference, facets, declared);
    }

    /** The object's one stub, instead of a reference to an object that both sides have, if it is of Java RMI's kind. */
    private Object localStub(Object target) {
        return target instanceof Stub || RemoteTypes.isObjectOfRmi(target)
                ? core.localStubs().referred(target)
                : null;
    }

    /** The interfaces of this side's objects, as the peer knows them. */
    ShownInterfaces interfaces() {
        return interfaces.get();
    }

    /** A stub of a peer's object with an interface that it was not known to have; null if it does not have it. */
    Object view(ReceivedReference reference, Class<?> type) {
        core.interfaces().describe(type); // so the peer may name it
        int facet = binder().facet(reference.id(), type.getName());
        if (facet < 0 || facet >= SentReferences.MAX_FACETS) {
            return null;
        }
        Class<?>[] facets = new Class<?>[facet + 1];
        facets[facet] = type;
        return stubs.get().of(reference, facets, type);
    }

    /** As above, for a service's object. */
    Object view(int serviceObjectId, Class<?> type) {
        core.interfaces().describe(type);
        Object stub = binder().view(serviceObjectId, type.getName());
        return stub == null || type.isInstance(stub) || !(Stub.targetOf(stub) instanceof ReferenceHolder holder)
                ? stub
                : view(holder.reference(), type);
    }

    private Binder binder() {
        return InterfaceBinding.binder(core, connection, "", Deadlines.after(DurationText.NONE_NS));
    }

    @Override
    public void writeElements(LaneCodec codec, FrameOutput output, Object stream, Class<?> declared) {
        Object standIn = streams.get().serve(stream);
        boolean written = false;
        try {
            write(codec, output, standIn, ConnectionStreams.standIn(declared));
            written = !output.isDiscarded();
        } finally {
            if (!written) {
                streams.get().forgotten(standIn, () -> {});
            }
        }
    }

    @Override
    public Object readElements(LaneCodec codec, FrameInput input, Class<?> declared) {
        return streams.get().open(read(codec, input, ConnectionStreams.standIn(declared)), declared);
    }

    private Object ownObject(int id) {
        Object own;
        if (ReferenceList.isReference(id)) {
            own = sent.get().target(id);
        } else {
            ExportedObject service = id == FrameFormat.BINDER_OBJECT_ID ? null : connection.object(id);
            own = service == null ? null : service.target();
        }
        if (own == null) {
            throw new CodecException("an object that came back is not exported any more");
        }
        return own;
    }

    @Override
    public Object arrived(int entry) {
        int id = ReferenceList.objectId(entry);
        if (!ReferenceList.isReference(id)) {
            throw new MalformedMessage("a list of references with a service in it");
        }
        if (ReferenceList.isOfReceiver(entry)) {
            return id;
        }
        core.dropped().start();
        ReceivedReference reference = received.get().arrived(id);
        if (reference == null) {
            String fault = "references to " + (maxReferences + 1) + " objects of the peer, which is more than"
                    + " maxReferences=" + maxReferences + " of this side";
            // Even where only a call would fail: a reference that is not counted here is never given back.
            connection.protocolBroken(fault);
            throw new MalformedMessage(fault);
        }
        return reference;
    }

    @Override
    public void settled(Object arrival) {
        if (arrival instanceof ReceivedReference reference) {
            received.get().settled(reference);
        } else {
            sent.get().cameHome((Integer) arrival);
        }
    }

    @Override
    public void unsent(int entry) {
        int id = ReferenceList.objectId(entry);
        if (!ReferenceList.isOfReceiver(entry)) {
            sent.get().unsent(id);
            return;
        }
        received.get().notSentHome(id);
    }

    /** The peer has dropped a stub. Returns false if it cannot have had it. */
    boolean released(ControlMessage.Release release) {
        return sent.get().released(release.objectId(), release.received(), release.sentHome());
    }

    /** An object of this side was withdrawn or readmitted. */
    void withdrawalChanged(Object target) {
        SentReferences known = sent.made();
        if (known != null) {
            known.withdrawalChanged(target);
        }
    }

    /** The object that a call is for. A call that nobody answers has used its reference, which counts as come home. */
    ExportedObject callee(int id, int facet, boolean answered) {
        ExportedObject callee = sent.get().get(id, facet);
        if (!answered) {
            sent.get().cameHome(id);
        }
        return callee;
    }

    /** Whether objects that the peer does not refer to any more wait to be closed. */
    boolean areLeaving() {
        SentReferences known = sent.made();
        return known != null && known.areLeaving();
    }

    /** The connection has ended. */
    void close() {
        sent.close();
    }
}
