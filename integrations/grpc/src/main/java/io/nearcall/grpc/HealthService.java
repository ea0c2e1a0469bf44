// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The gRPC service {@code grpc.health.v1.Health}, by which others ask whether a service can be called. It knows each
 * service that the endpoint offers to other hosts, and the endpoint itself under an empty name. Whoever may not call a
 * service is told what is told of a missing one. Any thread.
 */
final class HealthService {

    /* Messages have one field each. They are read and written here, so that nobody needs the library of Protocol Buffers, of
     * which an application may have another version. All state is guarded by this. */

    static final String NAME = "grpc.health.v1.Health";

    private static final String ENDPOINT = "";
    private static final byte STATUS_FIELD = 1 << 3;
    private static final byte SERVING = 1;
    private static final byte NOT_SERVING = 2;
    private static final byte SERVICE_UNKNOWN = 3;
    private static final byte NOTHING_SENT = 0;

    /** Who may call each service, by proven names. */
    private final Map<String, Predicate<String>> callers = new HashMap<>();

    private final Set<Request> watching = new HashSet<>();
    private boolean closing;

    ServerServiceDefinition definition() {
        return ServerServiceDefinition.builder(NAME)
                .addMethod(method("Check", MethodDescriptor.MethodType.UNARY), (call, headers) -> begin(call, false))
                .addMethod(
                        method("Watch", MethodDescriptor.MethodType.SERVER_STREAMING),
                        (call, headers) -> begin(call, true))
                .build();
    }

    private static MethodDescriptor<byte[], byte[]> method(String name, MethodDescriptor.MethodType type) {
        return SessionMethod.ofBytes(NAME, name, type);
    }

    private Request begin(ServerCall<byte[], byte[]> call, boolean watches) {
        call.request(2); // one more than there may be, so that gRPC finds whoever sends more
        return new Request(call, watches);
    }

    /** Callers of other hosts with these names may call the service. */
    synchronized void offered(String service, Predicate<String> permitted) {
        if (!closing) {
            callers.put(service, permitted);
            tell();
        }
    }

    /** They may not any more. */
    synchronized void withdrawn(String service) {
        if (!closing) {
            callers.remove(service);
            tell();
        }
    }

    /** From now on, no service is there. */
    synchronized void closing() {
        closing = true;
        tell();
    }

    /** Returns what a caller with that proven name is told of a service. */
    private byte state(String service, String principal) {
        boolean known = service.equals(ENDPOINT)
                || callers.containsKey(service) && callers.get(service).test(principal);
        if (!known) {
            return SERVICE_UNKNOWN;
        }
        return closing || callers.isEmpty() ? NOT_SERVING : SERVING;
    }

    private void tell() {
        List.copyOf(watching).forEach(Request::tell);
    }

    /** A call of one of the two methods. Its state is guarded by the service. */
    private final class Request extends ServerCall.Listener<byte[]> {

        private final ServerCall<byte[], byte[]> call;
        private final boolean watches;
        private final String principal;
        private byte[] message = {};
        private String service;
        private byte sent = NOTHING_SENT;

        Request(ServerCall<byte[], byte[]> call, boolean watches) {
            this.call = call;
            this.watches = watches;
            this.principal = Principals.of(call.getAttributes());
        }

        @Override
        public void onMessage(byte[] received) {
            message = received;
        }

        @Override
        public void onHalfClose() {
            synchronized (HealthService.this) {
                try {
                    service = HealthRequest.service(message);
                } catch (IllegalArgumentException e) {
                    call.close(Status.INVALID_ARGUMENT.withDescription(e.getMessage()), new Metadata());
                    return;
                }
                if (watches) {
                    call.sendHeaders(new Metadata());
                    watching.add(this);
                    tell();
                } else {
                    answer();
                }
            }
        }

        private void answer() {
            byte state = state(service, principal);
            if (state == SERVICE_UNKNOWN) {
                call.close(Status.NOT_FOUND.withDescription("No service \"" + service + "\""), new Metadata());
                return;
            }
            call.sendHeaders(new Metadata());
            call.sendMessage(new byte[] {STATUS_FIELD, state});
            call.close(Status.OK, new Metadata());
        }

        /** Sends the state if it has changed. Whoever does not read is sent the last one later. */
        private void tell() {
            byte state = state(service, principal);
            if (state != sent && call.isReady()) {
                sent = state;
                call.sendMessage(new byte[] {STATUS_FIELD, state});
            }
        }

        @Override
        public void onReady() {
            synchronized (HealthService.this) {
                if (watching.contains(this)) {
                    tell();
                }
            }
        }

        @Override
        public void onCancel() {
            forget();
        }

        @Override
        public void onComplete() {
            forget();
        }

        private void forget() {
            synchronized (HealthService.this) {
                watching.remove(this);
            }
        }
    }
}
