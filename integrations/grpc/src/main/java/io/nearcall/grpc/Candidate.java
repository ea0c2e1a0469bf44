// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ChannelLogger;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ConnectivityStateInfo;
import io.grpc.EquivalentAddressGroup;
import io.grpc.LoadBalancer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.List;

/**
 * A server that gRPC's policies may choose. It is ready as soon as a policy asks for a connection, and never gets one. Used
 * in the synchronisation context of its channel.
 */
final class Candidate extends LoadBalancer.Subchannel {

    private final LoadBalancer.CreateSubchannelArgs arguments;
    private final LoadBalancer.Helper helper;
    private List<EquivalentAddressGroup> addresses;
    private LoadBalancer.SubchannelStateListener listener; // null before the start and after the end
    private boolean ready;

    Candidate(LoadBalancer.CreateSubchannelArgs arguments, LoadBalancer.Helper helper) {
        this.arguments = arguments;
        this.helper = helper;
        this.addresses = arguments.getAddresses();
    }

    @Override
    public void start(LoadBalancer.SubchannelStateListener told) {
        listener = told;
    }

    @Override
    public void requestConnection() {
        helper.getSynchronizationContext().execute(() -> {
            if (listener != null && !ready) {
                ready = true;
                listener.onSubchannelState(ConnectivityStateInfo.forNonError(ConnectivityState.READY));
            }
        });
    }

    @Override
    public void shutdown() {
        listener = null;
    }

    @Override
    public void updateAddresses(List<EquivalentAddressGroup> others) {
        addresses = others;
    }

    @Override
    public List<EquivalentAddressGroup> getAllAddresses() {
        return addresses;
    }

    @Override
    public Attributes getAttributes() {
        return arguments.getAttributes();
    }

    @Override
    public Attributes getConnectedAddressAttributes() {
        return addresses.get(0).getAttributes();
    }

    @Override
    public ChannelLogger getChannelLogger() {
        return helper.getChannelLogger();
    }

    /** Policies may want to ask the server for its load. */
    @Override
    public Channel asChannel() {
        return new Channel() {
            @Override
            public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
                return new Unanswered<>();
            }

            @Override
            public String authority() {
                return helper.getAuthority();
            }
        };
    }

    /** A call that fails, as if the server did not know its method. */
    private static final class Unanswered<Q, A> extends ClientCall<Q, A> {

        @Override
        public void start(Listener<A> told, Metadata headers) {
            told.onClose(Status.UNIMPLEMENTED.withDescription("there is no connection"), new Metadata());
        }

        @Override
        public void request(int messages) {}

        @Override
        public void cancel(String message, Throwable cause) {}

        @Override
        public void halfClose() {}

        @Override
        public void sendMessage(Q message) {}
    }
}
