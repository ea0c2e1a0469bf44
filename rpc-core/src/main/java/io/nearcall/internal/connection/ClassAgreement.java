// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.NearcallException;
import io.nearcall.internal.codec.ClassNotAllowed;
import io.nearcall.internal.codec.ClassShape;
import io.nearcall.internal.codec.ClassTable;
import io.nearcall.internal.codec.CodecException;
import io.nearcall.internal.codec.IncompatibleClass;
import io.nearcall.internal.codec.Patience;
import io.nearcall.internal.codec.ShapeMatch;
import io.nearcall.internal.codec.UnknownClasses;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Agrees with the peer on the classes that may travel on a connection and on their ids. The classes that an interface
 * names are agreed on when it is bound, all others one by one when they are first met.
 */
final class ClassAgreement implements UnknownClasses {

    /* The side that accepted the connection assigns all ids, so no class ever has two. The side that answers an offer,
     * or Binder.agree, uses the id at once. So such an object may be read on another lane before the answer has been
     * noted; awaitDefinition() waits for that.
     *
     * A peer can leave an offer unanswered forever, and make ids up. So vain waiting is counted. After SETTLE_NS of it
     * nothing waits until an answer has defined an id. Nobody waits in vain for ids of an honest peer.
     *
     * A peer may describe a class at length, on all lanes at once. So no lock is held here while shapes are compared,
     * because the monitor would wait for it. Of a shape only a hash is kept, and what follows for our own version. A
     * peer that gives a class two shapes of one hash is not told so, and misleads only itself. A fingerprint would take
     * 20 ms in a fresh JVM, and the JDK would keep the class loader of whoever first asks for one. */

    private static final long SETTLE_NS = 1_000_000_000L;
    private static final long SETTLE_PAUSE_NS = 100_000;
    private static final int ASSIGN_ONE = 0;

    private static final int LONGEST_ID = 5; // in digits

    // Why a class is refused.
    private static final String NOT_ALLOWED = ""; // or perhaps not known
    private static final String CONTRADICTING = "?"; // its versions are not compatible

    private final Connection connection;
    private final ControlSocket socket;
    private final boolean assigning;
    private final KnownClasses known;
    private final Map<String, Offer> offered = new ConcurrentHashMap<>();
    private final AtomicInteger binding = new AtomicInteger();

    /** How long readers have waited, since an answer last defined an id, for ids that nobody has defined. */
    private final AtomicLong wastedNs = new AtomicLong();

    private final Map<Class<?>, Integer> reserved = new ConcurrentHashMap<>();
    private final AtomicInteger nextId = new AtomicInteger(ClassTable.firstId());

    /** The peer's versions of classes, as it has described them. */
    private final Map<Class<?>, Version> versions = new ConcurrentHashMap<>();

    /** A class that we want to write, and the peer's answer. */
    private static final class Offer {
        private final int id;
        private final CompletableFuture<Integer> answer = new CompletableFuture<>();

        /** Used on the monitor's thread only. */
        private ShapeMatch match = ShapeMatch.SAME;

        Offer(int id) {
            this.id = id;
        }
    }

    /** The peer's version of a class, and how values travel, or why they cannot. */
    private record Version(long hash, ShapeMatch match, IncompatibleClass contradiction) {

        ShapeMatch requireMatch() {
            if (contradiction != null) { // each thread gets an exception of its own
                throw new IncompatibleClass(
                        contradiction.className(), contradiction.member(), contradiction.difference());
            }
            return match;
        }
    }

    ClassAgreement(Connection connection, ControlSocket socket, boolean initiator, KnownClasses known) {
        this.connection = connection;
        this.socket = socket;
        this.assigning = !initiator;
        this.known = known;
    }

    /** On the thread that writes or reads a message with the class in it. */
    @Override
    public int agree(Class<?> type, Patience patience) {
        String name = type.getName();
        if (known.find(name) != type) {
            throw ClassNotAllowed.because(type);
        }
        Version said = versions.get(type);
        if (said != null) {
            said.requireMatch();
        }
        long fingerprint = ClassShape.fingerprintOf(type); // may fail, but nobody waits for the offer yet
        int id = assigning ? reserve(type) : ASSIGN_ONE;
        Offer offer = new Offer(id);
        Offer earlier = offered.putIfAbsent(name, offer);
        if (earlier != null) {
            return await(name, earlier.answer, patience);
        }
        try {
            // The end is checked after the put: either it is seen here, or fail() finds the answer.
            if (connection.isClosed() || !socket.send(new ControlMessage.ClassOffer(name, id, fingerprint))) {
                throw connection.closing().cutOff(false);
            }
        } catch (RuntimeException | Error e) {
            end(name, offer);
            offer.answer.completeExceptionally(
                    e instanceof RuntimeException
                            ? e
                            : new CodecException("the class " + name + " was not offered: " + e));
            throw e;
        }
        return await(name, offer.answer, patience);
    }

    /** Removes an answered offer. It stays until then, because its answer is for all who come meanwhile. */
    private void end(String name, Offer offer) {
        offered.remove(name, offer);
    }

    private int reserve(Class<?> type) {
        int id = connection.classes().idOf(type);
        return id >= 0 ? id : reserved.computeIfAbsent(type, unreserved -> nextId.getAndIncrement());
    }

    private static int await(String name, CompletableFuture<Integer> answer, Patience patience) {
        try {
            return answer.get(Math.max(0, patience.deadlineNs() - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw (RuntimeException) e.getCause();
        } catch (TimeoutException e) {
            throw patience.exhausted(false, "the other side has not said whether it knows the class " + name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw patience.exhausted(true, "asking the other side about the class " + name);
        }
    }

    /** On a thread that reads an id that is not defined yet. It is about to be, unless the peer made it up. */
    @Override
    public boolean awaitDefinition(int id) {
        long beganNs = System.nanoTime();
        long patienceNs = SETTLE_NS - wastedNs.get();
        while ((binding.get() > 0 || !offered.isEmpty()) && System.nanoTime() - beganNs < patienceNs) {
            if (connection.classes().classOf(id) != null) {
                return true;
            }
            LockSupport.parkNanos(SETTLE_PAUSE_NS);
        }
        if (connection.classes().classOf(id) != null) {
            return true;
        }
        wastedNs.addAndGet(System.nanoTime() - beganNs);
        return false;
    }

    /** On the monitor's thread: the peer wants to write objects of a class. */
    void offered(ControlMessage.ClassOffer offer) {
        String name = offer.className();
        Class<?> type = known.find(name);
        ClassShape ours = type == null ? null : shapeOf(type);
        if (ours == null) {
            socket.send(new ControlMessage.ClassRefused(name, NOT_ALLOWED));
            return;
        }
        if (ClassShape.fingerprintOf(type) == offer.fingerprint()) {
            accept(type, offer.classId(), ours);
            return;
        }
        ControlMessage.ClassDiffers differs = new ControlMessage.ClassDiffers(name, ours.text());
        socket.send(differs.fits() ? differs : new ControlMessage.ClassRefused(name, CONTRADICTING));
    }

    /** Null if a class within it is missing here or broken, so no object of it can be read. */
    private static ClassShape shapeOf(Class<?> type) {
        try {
            return ClassShape.of(type);
        } catch (LinkageError | TypeNotPresentException e) {
            return null;
        }
    }

    /** On the monitor's thread: the peer has another version of the class that we offered. */
    void differs(ControlMessage.ClassDiffers differs) {
        String name = differs.className();
        Offer offer = offered.get(name);
        Class<?> type = offer == null ? null : known.find(name);
        if (type == null) {
            return;
        }
        ClassShape ours = ClassShape.of(type);
        ControlMessage.ClassVersion version = new ControlMessage.ClassVersion(name, offer.id, ours.text());
        try {
            offer.match = match(type, new ClassShape(name, differs.shape()));
            if (version.fits()) {
                socket.send(version);
            } else {
                refuse(name, offer, contradicting(name));
            }
        } catch (CodecException e) {
            refuse(name, offer, e);
        }
    }

    /** On the monitor's thread: the peer describes its version of the class that it has offered. */
    void version(ControlMessage.ClassVersion version) {
        String name = version.className();
        Class<?> type = known.find(name);
        if (type == null || shapeOf(type) == null) {
            socket.send(new ControlMessage.ClassRefused(name, NOT_ALLOWED));
        } else {
            accept(type, version.classId(), new ClassShape(name, version.shape()));
        }
    }

    private void accept(Class<?> type, int offeredId, ClassShape theirs) {
        String name = type.getName();
        ControlMessage answer;
        try {
            int id = assigning ? reserve(type) : offeredId;
            define(id, type, theirs);
            answer = new ControlMessage.ClassAgreed(name, id);
        } catch (IncompatibleClass e) {
            answer = new ControlMessage.ClassRefused(name, CONTRADICTING);
        } catch (CodecException e) {
            answer = new ControlMessage.ClassRefused(name, NOT_ALLOWED);
        }
        socket.send(answer);
    }

    /** On the monitor's thread: the peer has accepted our offer. */
    void agreed(ControlMessage.ClassAgreed agreed) {
        Offer offer = offered.get(agreed.className());
        Class<?> type = offer == null ? null : known.find(agreed.className());
        if (type != null) {
            try {
                connection.classes().define(agreed.classId(), type, offer.match);
                wastedNs.set(0);
            } catch (CodecException e) { // the id is out of bounds or taken
                connection.protocolBroken(e.getMessage());
                return;
            }
            end(agreed.className(), offer);
            offer.answer.complete(agreed.classId());
        }
    }

    /** On the monitor's thread: the peer has refused our offer. */
    void refused(ControlMessage.ClassRefused refused) {
        Offer offer = offered.get(refused.className());
        if (offer != null) {
            refuse(refused.className(), offer, refusal(refused.className(), refused.reason()));
        }
    }

    private void refuse(String name, Offer offer, CodecException why) {
        end(name, offer);
        offer.answer.completeExceptionally(why);
    }

    private static CodecException refusal(String name, String reason) {
        return reason.equals(NOT_ALLOWED)
                ? new ClassNotAllowed(
                        name,
                        "the other side does not know it or does not allow it. Give that process a version that has it,"
                                + " and allow it there too, with " + ClassNotAllowed.advice(name))
                : contradicting(name);
    }

    private static IncompatibleClass contradicting(String name) {
        return new IncompatibleClass(
                name,
                "",
                "its members, or those of classes within it, differ. They are too many to be compared during a call:"
                        + " name the class in a signature of the interface");
    }

    /** @throws IncompatibleClass if no value can travel, or if the peer has described its version differently before */
    private void define(int id, Class<?> type, ClassShape theirs) {
        connection.classes().define(id, type, match(type, theirs));
    }

    /**
     * Compares the peer's version with ours, mostly once for each class, however often the peer describes it.
     *
     * @throws IncompatibleClass if no value can travel, or if the peer has described its version differently before
     */
    private ShapeMatch match(Class<?> type, ClassShape theirs) {
        ClassShape ours = ClassShape.of(type);
        long hash =
                (long) theirs.text().length() << Integer.SIZE | theirs.text().hashCode() & 0xFFFF_FFFFL;
        Version said = versions.get(type);
        if (said == null) {
            Version compared = compare(ours, theirs, hash);
            Version earlier = versions.putIfAbsent(type, compared);
            said = earlier == null ? compared : earlier;
        }
        if (said.hash != hash) {
            throw new IncompatibleClass(type.getName(), "", "the other side has described it in two ways");
        }
        return said.requireMatch();
    }

    private static Version compare(ClassShape ours, ClassShape theirs, long hash) {
        try {
            return new Version(hash, ShapeMatch.of(ours, theirs), null);
        } catch (IncompatibleClass e) {
            return new Version(hash, null, e);
        }
    }

    /** Whether this side assigns the ids, so it need not ask for one before a class is met. */
    boolean isAssigning() {
        return assigning;
    }

    /** Answers one class of {@link Binder#agree}. On the side that does not assign ids, the answer has none. */
    String answer(String name, String shape) {
        if (!assigning) {
            return NOT_ALLOWED; // the peer offers the class when it writes an object of it
        }
        Class<?> type = known.find(name);
        ClassShape ours = type == null ? null : shapeOf(type);
        if (ours == null) {
            return NOT_ALLOWED;
        }
        boolean same = ours.text().equals(shape);
        try {
            int id = reserve(type);
            define(id, type, same ? ours : new ClassShape(name, shape));
            return same ? Integer.toString(id) : id + "\n" + ours.text();
        } catch (IncompatibleClass e) {
            return ours.text();
        }
    }

    /**
     * Notes an answer to {@link Binder#agree}: an id, followed on a line of its own by the shape if that differs; or
     * why there is none. A refused class is refused again when an object of it must travel.
     */
    void note(Class<?> type, String answer) {
        int end = answer.indexOf('\n');
        String id = end < 0 ? answer : answer.substring(0, end);
        ClassShape ours = ClassShape.of(type);
        try {
            if (isId(id)) {
                ClassShape theirs = end < 0 ? ours : new ClassShape(type.getName(), answer.substring(end + 1));
                define(Integer.parseInt(id), type, theirs);
                wastedNs.set(0);
            } else if (!answer.equals(NOT_ALLOWED)) {
                match(type, new ClassShape(type.getName(), answer)); // to record what contradicts
            }
        } catch (IncompatibleClass e) {
            // its reason is kept
        }
    }

    private static boolean isId(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= LONGEST_ID;
    }

    /** Begins a call of {@link Binder#agree}, which ends when its answer has been noted. */
    void beginBinding() {
        binding.incrementAndGet();
    }

    /** The answer has been noted. */
    void endBinding() {
        binding.decrementAndGet();
    }

    /** Ends all waits; the connection has ended. */
    void fail(NearcallException reason) {
        offered.values().forEach(offer -> offer.answer.completeExceptionally(reason));
    }
}
