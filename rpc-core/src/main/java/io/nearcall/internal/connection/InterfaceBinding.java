// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.ConnectionRefusedException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.NearcallException;
import io.nearcall.NoSuchRemoteException;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.codec.ClassShape;
import io.nearcall.internal.codec.ReachableClasses;
import io.nearcall.internal.stub.ReferenceTarget;
import io.nearcall.internal.stub.Route;
import io.nearcall.internal.stub.ServiceTarget;
import io.nearcall.internal.wire.FrameFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Binds an interface over a connection: agrees with the peer on object, methods and classes. */
final class InterfaceBinding {

    private final EndpointCore core;
    private final Connection connection;
    private final ClientInterface callee;
    private final String serviceName;

    InterfaceBinding(EndpointCore core, Connection connection, ClientInterface callee, String serviceName) {
        this.core = core;
        this.connection = connection;
        this.callee = callee;
        this.serviceName = serviceName;
    }

    /** Blocks for two calls, until the deadline at most. Returns null if the service has been withdrawn. */
    Route bind(long deadlineNs) {
        try {
            return attempt(deadlineNs);
        } catch (NearcallException e) {
            throw e;
        } catch (RuntimeException e) { // caused by the peer's answer
            throw breach(e);
        }
    }

    private NearcallException breach(Object answer) {
        connection.protocolBroken("it answered the binding of " + serviceName + " with " + answer);
        return connection.lost(Long.MAX_VALUE, null, true);
    }

    /** Returns the answer. A good peer never answers null. */
    private <T> T there(T answer) {
        if (answer == null) {
            throw breach("null");
        }
        return answer;
    }

    private Route attempt(long deadlineNs) {
        String[] methods = methodsAndFormer();
        int[] answer = find(methods, deadlineNs);
        if (answer.length != 1 + methods.length) {
            return null;
        }
        agreeOnClasses(deadlineNs);
        return route(connection, answer[0], ofMethods(Arrays.copyOfRange(answer, 1, answer.length)));
    }

    private int[] find(String[] methods, long deadlineNs) {
        try {
            return there(binder(deadlineNs).bind(serviceName, callee.type().getName(), methods));
        } catch (SecurityException e) { // the service does not permit this side
            int pid = connection.peerPid();
            core.recording()
                    .refused(false, pid, connection.peerId(), serviceName, BinderService.NOT_PERMITTED, e.getMessage());
            throw new ConnectionRefusedException(
                    serviceName, pid, connection.counterpart().toString(), e.getMessage() + ".");
        }
    }

    /**
     * The peer's numbers for the methods of an interface of an object that it has sent. They are the same for all of
     * its objects with that interface. Otherwise as {@link #bind}.
     */
    int[] bindReference(int objectId, int facet, long deadlineNs) {
        try {
            return attemptReference(objectId, facet, deadlineNs);
        } catch (NearcallException e) {
            throw e;
        } catch (RuntimeException e) { // as above
            throw breach(e);
        }
    }

    private int[] attemptReference(int objectId, int facet, long deadlineNs) {
        String[] methods = methodsAndFormer();
        int[] answer = there(binder(deadlineNs).bindReference(objectId, facet, methods));
        if (answer.length != methods.length) {
            throw NoSuchRemoteException.object(
                    serviceName, connection.peerPid(), "the first method", ReferenceTarget.GET_ANEW);
        }
        agreeOnClasses(deadlineNs);
        return ofMethods(answer);
    }

    /** The route to an object that was received as a reference. */
    static Route route(Connection connection, int objectId, int facet, int[] numbers) {
        int[] ofFacet = numbers.clone();
        for (int i = 0; i < ofFacet.length; i++) {
            if (ofFacet[i] >= 0) {
                ofFacet[i] = FrameFormat.methodOf(facet, ofFacet[i]);
            }
        }
        return route(connection, objectId, ofFacet);
    }

    private static Route route(Connection connection, int objectId, int[] numbers) {
        return new Route(
                connection, connection.lanes().borrowed(), connection.lanes().shared(), objectId, numbers);
    }

    /** The keys of all methods, followed by the former keys of methods that had other names. */
    private String[] methodsAndFormer() {
        List<String> keys = new ArrayList<>();
        for (RemoteMethod method : callee.methods()) {
            keys.add(Interfaces.key(method));
        }
        for (RemoteMethod method : callee.methods()) {
            keys.addAll(Interfaces.formerKeys(method));
        }
        return keys.toArray(new String[0]);
    }

    /** @param answer the numbers for the keys of {@link #methodsAndFormer} */
    private int[] ofMethods(int[] answer) {
        int[] numbers = Arrays.copyOf(answer, callee.methods().size());
        int next = numbers.length;
        for (RemoteMethod method : callee.methods()) {
            for (String ignored : Interfaces.formerKeys(method)) {
                int former = answer[next++];
                if (numbers[method.index()] < 0 && former >= 0) {
                    numbers[method.index()] = former;
                }
            }
        }
        return numbers;
    }

    private Binder binder(long deadlineNs) {
        return binder(core, connection, serviceName, deadlineNs);
    }

    /** The peer's binder, whose calls take until the deadline at most. */
    static Binder binder(EndpointCore core, Connection connection, String serviceName, long deadlineNs) {
        long longestNs = Deadlines.remainingNs(deadlineNs);
        if (longestNs == 0) {
            throw new DeadlineExceededException(
                    "The binding", serviceName, connection.peerPid(), "of the look-up or call that needs it");
        }
        Interfaces.Described<Binder> described = core.interfaces().describe(Binder.class);
        int[] numbers = new int[described.callee().methods().size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i; // both sides have the same binder
        }
        Route route = route(connection, FrameFormat.BINDER_OBJECT_ID, numbers);
        return described
                .analysed()
                .stub(new ServiceTarget(described.callee().within(longestNs), serviceName, route, route));
    }

    private void agreeOnClasses(long deadlineNs) {
        if (connection.agreement().isAssigning()) {
            return; // the peer gives no ids, so each class is offered when it is first met
        }
        List<Class<?>> unknown = new ArrayList<>();
        for (Class<?> type :
                ReachableClasses.ofInterface(callee.type()).classes().values()) {
            if (connection.classes().idOf(type) < 0) {
                unknown.add(type);
            }
        }
        if (unknown.isEmpty()) {
            return;
        }
        String[] names = new String[unknown.size()];
        String[] shapes = new String[names.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = unknown.get(i).getName();
            shapes[i] = ClassShape.of(unknown.get(i)).text();
        }
        connection.agreement().beginBinding();
        try {
            String[] answers = there(binder(deadlineNs).agree(names, shapes));
            for (int i = 0; i < names.length && i < answers.length; i++) {
                connection.agreement().note(unknown.get(i), there(answers[i]));
            }
        } finally {
            connection.agreement().endBinding();
        }
    }
}
