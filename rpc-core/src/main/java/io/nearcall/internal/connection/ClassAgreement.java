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
 * Agrees with the peer on the classes that may travel on a connection and on their ids: those that an interface names when
 * it is bound, all others one by one when they are first met.
 */
final class ClassAgreement implements UnknownClasses {

    /* The side that accepted the connection assigns all ids, so there are never two for a class. Who answers an offer uses
     * the id at once, and so does who answers Binder.agree: such an object may be read on another lane before the answer has
     * been taken note of, for which awaitDefinition() waits.
     *
     * A peer can leave an offer unanswered for ever, and make ids up. So what has been waited in vain is counted, and after
     * SETTLE_NS of it nothing waits until an answer has defined an id. Ids of an honest peer are not waited for in vain.
     *
     * A peer may describe a class at length, on all lanes at once. So nothing here holds a lock while shapes are compared, as
     * the monitor would wait for it. Nothing is kept of a shape but a hash, and what follows for our own version. A peer that
     * describes a class by two shapes of one hash is not told so, and misleads itself alone. A fingerprint would take 20 ms of a
     * fresh JVM, and the JDK would keep the class loader of the first who asks for one. */

    private static final long SETTLE_NS = 1_000_000_000L;
    private static final long SETTLE_PAUSE_NS = 100_000;
    private static final int ASSIGN_ONE = 0;

    private static final int LONGEST_ID = 5; // in digits

    // Why a class is refused.
    private static final String NOT_ALLOWED = ""; // nor known, perhaps
    private static final String CONTRADICTING = "?"; // its versions do not go together

    private final Connection connection;
    private final ControlSocket socket;
    private final boolean assigning;
    private final KnownClasses known;
    private final Map<String, Offer> offered = new ConcurrentHashMap<>();
    private final AtomicInteger binding = new AtomicInteger();

    /** How long readers have waited, since an answer defined an id, for ids that nobody has defined. */
    private final AtomicLong wastedNs = new AtomicLong();

    private final Map<Class<?>, Integer> reserved = new ConcurrentHashMap<>();
    private final AtomicInteger nextId = new AtomicInteger(ClassTable.firstId());

    /** What the peer has said of its versions. */
    private final Map<Class<?>, Version> versions = new ConcurrentHashMap<>();

    /** A class that we want to write, and the peer's answer. */
    private static final class Offer {
        private final int id;
        private final CompletableFuture<Integer> answer = new CompletableFuture<>();

        /** On the monitor's thread only. */
        private ShapeMatch match = ShapeMatch.SAME;

        Offer(int id) {
            this.id = id;
        }
    }

    /** The peer's version of a class, and how values travel, or why none can. */
    private record Version(long hash, ShapeMatch match, IncompatibleClass contradiction) {

        ShapeMatch requireMatch() {
            if (contradiction != null) { // of which each thread gets its own
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

    /** On the thread that is writing or reading a message with the class in it. */
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
        long fingerprint = ClassShape.fingerprintOf(type); // may fail: nobody waits for the offer yet
        int id = assigning ? reserve(type) : ASSIGN_ONE;
        Offer offer = new Offer(id);
        Offer earlier = offered.putIfAbsent(name, offer);
        if (earlier != null) {
            return await(name, earlier.answer, patience);
        }
        try {
            // Closed is looked at after the put: or else fail() finds the answer.
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

    /** It stays until it has been answered, whether or not somebody still waits: the answer is for all who come meanwhile. */
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

    /** On a thread that reads an id which nobody has defined yet: it is about to be, unless the peer made it up. */
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

    /** On the monitor's thread: the peer wants to write such objects. */
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

    /** Null if a class within it is missing here, or broken: then no object of it can be read. */
    private static ClassShape shapeOf(Class<?> type) {
        try {
            return ClassShape.of(type);
        } catch (LinkageError | TypeNotPresentException e) {
            return null;
        }
    }

    /** On the monitor's thread: the class that we offered has another version there. */
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

    /** On the monitor's thread: the peer's version of the class that it has offered. */
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
            } catch (CodecException e) { // an id that is out of bounds or taken
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
                "its members, or those of classes within it, are not the same, and they are too many to be compared in"
                        + " the middle of a call: name the class in a signature of the interface");
    }

    /** @throws IncompatibleClass if no value can travel, or if the peer has said something else of its version before */
    private void define(int id, Class<?> type, ClassShape theirs) {
        connection.classes().define(id, type, match(type, theirs));
    }

    /**
     * Compares the peer's version with ours, mostly once for each class, however often the peer describes it.
     *
     * @throws IncompatibleClass if no value can travel, or if the peer has said something else of its version before
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
            throw new IncompatibleClass(type.getName(), "", "the other side describes it in two ways");
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

    /** Whether this side assigns the ids, so that there is nothing to ask for before a class is met. */
    boolean isAssigning() {
        return assigning;
    }

    /** Answers one class of {@link Binder#agree}: without an id on the side that does not assign them. */
    String answer(String name, String shape) {
        if (!assigning) {
            return NOT_ALLOWED; // the peer offers the class when it writes one
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
     * Takes note of an answer to {@link Binder#agree}: an id and, after it in a line of its own, the shape if that differs; or why
     * there is none. Refusals are met again when such an object is to travel.
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
                match(type, new ClassShape(type.getName(), answer)); // to know what contradicts
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

    /** Surrounds a call of {@link Binder#agree} and what is made of its answer. */
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
