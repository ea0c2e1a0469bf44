// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.codegen.RemoteMethod;
import io.nearcall.internal.call.CurrentCall;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.stub.Route;
import io.nearcall.internal.wire.FrameFormat;
import java.util.HashMap;
import java.util.Map;

/** The binder of an endpoint, as its peers call it. */
final class BinderService implements Binder {

    /** The reason of the refusal in statistics and recordings. */
    static final String NOT_PERMITTED = "NOT_PERMITTED";

    private final EndpointCore core;

    BinderService(EndpointCore core) {
        this.core = core;
    }

    @Override
    public int[] bind(String serviceName, String interfaceName, String[] methods) {
        ExportedObject object = core.exports().get(serviceName);
        if (object == null && Inspector.NAME.equals(serviceName)) {
            object = InspectorService.of(core);
        }
        Connection caller = caller();
        if (object == null || !caller.counterpart().isOffered(object)) {
            return new int[0];
        }
        if (!caller.counterpart().isPermitted(object)) {
            throw notPermitted(caller, serviceName);
        }
        if (InspectorService.isService(object)) {
            caller.counterpart().admit();
        }
        int[] numbers = numbers(object, methods);
        int[] answer = new int[1 + numbers.length];
        answer[0] = object.id();
        System.arraycopy(numbers, 0, answer, 1, numbers.length);
        return answer;
    }

    /** Tells the caller its proven name and what would permit it. Tells nothing about the object, and has no stack. */
    private SecurityException notPermitted(Connection caller, String serviceName) {
        String principal = caller.principal();
        String reason = principal.isEmpty()
                ? "it is exported for certain names only, and the caller has not proven any. Give the caller a certificate"
                        + " with one of the names"
                : "it is not exported for callers of the name \"" + principal
                        + "\". If they may call it, add that name to" + " the principals in Endpoint.export";
        caller.statistics().refused(true, NOT_PERMITTED);
        core.recording().refused(true, caller.peerPid(), caller.peerId(), serviceName, NOT_PERMITTED, reason);
        SecurityException refusal = new SecurityException(reason);
        refusal.setStackTrace(new StackTraceElement[0]);
        return refusal;
    }

    private static int[] numbers(ExportedObject object, String[] methods) {
        Map<String, Integer> numbers = new HashMap<>();
        for (RemoteMethod method : object.type().methods()) {
            numbers.put(Interfaces.key(method), method.index());
            numbers.putIfAbsent(withoutForm(Interfaces.key(method)), Route.LAID_OUT_DIFFERENTLY);
            numbers.putIfAbsent(method.name(), Route.OTHER_TYPES);
        }
        for (RemoteMethod method : object.type().methods()) {
            for (String key : Interfaces.formerKeys(method)) {
                numbers.putIfAbsent(key, method.index());
            }
        }
        int[] answer = new int[methods.length];
        for (int i = 0; i < methods.length; i++) {
            answer[i] = number(numbers, methods[i]);
        }
        return answer;
    }

    private static int number(Map<String, Integer> numbers, String key) {
        Integer number = numbers.get(key);
        if (number == null) {
            number = numbers.get(withoutForm(key));
        }
        if (number == null) {
            number = numbers.get(key.substring(0, Math.max(0, key.indexOf(' '))));
        }
        return number == null ? Route.LACKING : number;
    }

    @Override
    public int[] bindReference(int objectId, int facet, String[] methods) {
        ExportedObject object = caller().references().callee(objectId, facet, true);
        return object == null ? new int[0] : numbers(object, methods);
    }

    @Override
    public int facet(int objectId, String interfaceName) {
        return caller().references().interfaces().facet(objectId, interfaceName);
    }

    @Override
    public void fence() {}

    @Override
    public Object view(int objectId, String interfaceName) {
        ExportedObject service = objectId == FrameFormat.BINDER_OBJECT_ID ? null : caller().object(objectId);
        Object target = service == null ? null : service.target();
        return target != null && caller().references().interfaces().offers(target, interfaceName) ? target : null;
    }

    private static Connection caller() {
        return (Connection) CurrentCall.context().connection();
    }

    private static String withoutForm(String key) {
        return key.substring(0, Math.max(0, key.lastIndexOf(' ')));
    }

    @Override
    public String[] agree(String[] classNames, String[] shapes) {
        if (classNames.length != shapes.length) {
            throw new IllegalArgumentException(
                    "classNames.length=" + classNames.length + " shapes.length=" + shapes.length);
        }
        Connection connection = caller();
        boolean known = connection.counterpart().mayNameClasses();
        String[] answers = new String[classNames.length];
        for (int i = 0; i < answers.length; i++) {
            answers[i] = known ? connection.agreement().answer(classNames[i], shapes[i]) : "";
        }
        return answers;
    }
}
