// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.NearcallException;
import io.nearcall.internal.codec.ClassNotAllowed;
import io.nearcall.internal.codec.ClassShape;
import io.nearcall.internal.codec.ClassTable;
import io.nearcall.internal.codec.CodecException;
import io.nearcall.internal.codec.IncompatibleClass;
import io.nearcall.internal.codec.UnknownClasses;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Agrees with the peer on the classes that may travel on a connection and on their ids: those that an interface names when
 * it is bound, all others one by one when they are first met.
 */
final class ClassAgreement implements UnknownClasses {

    /* The side that accepted the connection assigns all ids, so there are never two for a class. Who answers an offer uses
     * the id at once, and so does who answers Binder.agree: such an object may be read on another lane before the answer has
     * been taken note of, for which awaitDefinition() waits. */

    private static final long PATIENCE_NS = 5_000_000_000L;
    private static final long SETTLE_NS = 1_000_000_000L;
    private static final long SETTLE_PAUSE_NS = 100_000;
    private static final int ASSIGN_ONE = 0;

    /** An id in an answer, as opposed to a shape. */
    private static final Pattern ID = Pattern.compile("[0-9]{1,5}");

    /** In place of a shape: the class is not known here, or not allowed. */
    private static final String NOT_ALLOWED = "";

    /** In place of a shape that differs, but is too long for a control message. */
    private static final String SHAPE_TOO_LONG = "?";

    private static final int MAX_SHAPE_LENGTH = 700;

    private final Connection connection;
    private final ControlSocket socket;
    private final boolean assigning;
    private final KnownClasses known;
    private final Map<String, CompletableFuture<Integer>> offered = new ConcurrentHashMap<>();
    private final AtomicInteger binding = new AtomicInteger();
    private final Map<Class<?>, Integer> reserved = new HashMap<>();
    private int nextId = ClassTable.firstId();

    ClassAgreement(Connection connection, ControlSocket socket, boolean initiator, KnownClasses known) {
        this.connection = connection;
        this.socket = socket;
        this.assigning = !initiator;
        this.known = known;
    }

    /** On the thread that is writing or reading a message with the class in it. */
    @Override
    public int agree(Class<?> type) {
        String name = type.getName();
        if (known.find(name) != type) {
            throw ClassNotAllowed.because(name);
        }
        int id = assigning ? reserve(type) : ASSIGN_ONE;
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        CompletableFuture<Integer> earlier = offered.putIfAbsent(name, answer);
        if (earlier != null) {
            return await(name, earlier);
        }
        try {
            if (connection.isClosed()) { // after the put: or else fail() finds the answer
                throw connection.lost(Long.MAX_VALUE, null, false);
            }
            if (!socket.send(new ControlMessage.ClassOffer(name, id, fingerprint(type)))) {
                throw connection.lost(Long.MAX_VALUE, null, false);
            }
            return await(name, answer);
        } finally {
            offered.remove(name, answer);
        }
    }

    private synchronized int reserve(Class<?> type) {
        int id = connection.classes().idOf(type);
        return id >= 0 ? id : reserved.computeIfAbsent(type, unreserved -> nextId++);
    }

    private int await(String name, CompletableFuture<Integer> answer) {
        try {
            return answer.get(PATIENCE_NS, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw (RuntimeException) e.getCause();
        } catch (TimeoutException e) {
            throw new CodecException("the other side did not say within 5 s whether it knows the class " + name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CodecException("interrupted while asking the other side about the class " + name);
        }
    }

    /** On a thread that reads an id which nobody has defined yet: it is about to be, unless the peer made it up. */
    @Override
    public boolean awaitDefinition(int id) {
        long deadlineNs = System.nanoTime() + SETTLE_NS;
        while ((binding.get() > 0 || !offered.isEmpty()) && System.nanoTime() - deadlineNs < 0) {
            if (connection.classes().classOf(id) != null) {
                return true;
            }
            LockSupport.parkNanos(SETTLE_PAUSE_NS);
        }
        return connection.classes().classOf(id) != null;
    }

    /** On the monitor's thread: the peer wants to write such objects. */
    void offered(ControlMessage.ClassOffer offer) {
        String name = offer.className();
        Class<?> type = known.find(name);
        if (type == null) {
            refuse(name, NOT_ALLOWED);
            return;
        }
        if (fingerprint(type) != offer.fingerprint()) {
            String text = ClassShape.of(type).text();
            refuse(name, text.length() <= MAX_SHAPE_LENGTH ? text : SHAPE_TOO_LONG);
            return;
        }
        try {
            int id = assigning ? define(type) : offer.classId();
            connection.classes().define(id, type);
            socket.send(new ControlMessage.ClassAgreed(name, id));
        } catch (CodecException e) {
            refuse(name, NOT_ALLOWED);
        }
    }

    private void refuse(String name, String reason) {
        socket.send(new ControlMessage.ClassRefused(name, reason));
    }

    /** On the monitor's thread: the peer has accepted our offer. */
    void agreed(ControlMessage.ClassAgreed agreed) {
        CompletableFuture<Integer> answer = offered.get(agreed.className());
        Class<?> type = known.find(agreed.className());
        if (answer != null && type != null) {
            connection.classes().define(agreed.classId(), type);
            answer.complete(agreed.classId());
        }
    }

    /** On the monitor's thread: the peer has refused our offer. */
    void refused(ControlMessage.ClassRefused refused) {
        CompletableFuture<Integer> answer = offered.get(refused.className());
        Class<?> type = known.find(refused.className());
        if (answer != null && type != null) {
            answer.completeExceptionally(refusal(type, refused.reason()));
        }
    }

    private static CodecException refusal(Class<?> type, String reason) {
        if (reason.equals(NOT_ALLOWED)) {
            return new ClassNotAllowed(
                    type.getName(),
                    "the other side does not know it or does not allow it. Allow it there too, with"
                            + " Endpoint.builder().allow or allowPackage");
        }
        return difference(type, reason);
    }

    private static CodecException difference(Class<?> type, String otherShape) {
        String name = type.getName();
        if (otherShape.equals(SHAPE_TOO_LONG)) {
            return new IncompatibleClass(name, "", "its members differ");
        }
        IncompatibleClass difference = ClassShape.of(type).differenceFrom(new ClassShape(name, otherShape));
        return difference != null ? difference : new IncompatibleClass(name, "", "its versions differ");
    }

    /** Constants of an enum travel by name, so what constants there are makes no difference. */
    private static long fingerprint(Class<?> type) {
        return type.isEnum() ? 0 : ClassShape.of(type).fingerprint();
    }

    /** Defines a class that both sides know: assigns the id. Only on the side that assigns. */
    synchronized int define(Class<?> type) {
        int id = reserve(type);
        connection.classes().define(id, type);
        return id;
    }

    /** Answers one class of {@link Binder#agree}. Only on the side that assigns. */
    String answer(String name, String shape) {
        Class<?> type = known.find(name);
        if (type == null) {
            return NOT_ALLOWED;
        }
        ClassShape ours = ClassShape.of(type);
        boolean alike = ours.differenceFrom(new ClassShape(name, shape)) == null;
        return alike ? Integer.toString(define(type)) : ours.text();
    }

    /** Takes note of an answer to {@link Binder#agree}. Refusals are met again when such an object is to travel. */
    void note(Class<?> type, String answer) {
        if (ID.matcher(answer).matches()) {
            connection.classes().define(Integer.parseInt(answer), type);
        }
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
        offered.values().forEach(answer -> answer.completeExceptionally(reason));
    }
}
