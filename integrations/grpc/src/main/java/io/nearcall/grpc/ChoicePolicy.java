// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.LoadBalancer;
import io.grpc.LoadBalancerProvider;
import io.grpc.NameResolver.ConfigOrError;
import io.grpc.Status;
import io.grpc.util.ForwardingLoadBalancerHelper;
import io.grpc.util.GracefulSwitchLoadBalancer;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A policy of gRPC around other policies. It ends each call, and notes which servers the others choose for it. Makes no
 * connections.
 */
final class ChoicePolicy extends LoadBalancerProvider {

    /** gRPC keeps the policy for the whole process, so there is one. */
    static final ChoicePolicy ONLY = new ChoicePolicy();

    /** Among the names of gRPC's policies. */
    static final String NAME = "nearcall_choice";

    /** The key in the policy's configuration for the policies around which it is. */
    static final String AROUND = "childPolicy";

    /** The servers that are chosen for a call. */
    static final CallOptions.Key<Set<InetSocketAddress>> CHOSEN = CallOptions.Key.create(NAME);

    /** Policies may choose by chance. */
    private static final int CHOICES_OF_A_CALL = 16;

    private static final int PRIORITY = 5; // of gRPC's own providers
    private static final Status ENDED = Status.CANCELLED.withDescription("a server was chosen");

    private ChoicePolicy() {}

    @Override
    public String getPolicyName() {
        return NAME;
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public int getPriority() {
        return PRIORITY;
    }

    @Override
    @SuppressWarnings("unchecked") // as ChoiceResolver has made it of what gRPC has made
    public ConfigOrError parseLoadBalancingPolicyConfig(Map<String, ?> config) {
        return GracefulSwitchLoadBalancer.parseLoadBalancingPolicyConfig((List<Map<String, ?>>) config.get(AROUND));
    }

    @Override
    public LoadBalancer newLoadBalancer(LoadBalancer.Helper helper) {
        return new GracefulSwitchLoadBalancer(new Noting(helper));
    }

    /** Used in the synchronisation context of its channel. */
    private static final class Noting extends ForwardingLoadBalancerHelper {

        /* A policy asks several servers for connections, and chooses among those that are ready. They become ready in tasks
         * that it has put into the synchronisation context, each of which may change its choice. A change is told after the
         * tasks that are there. So a call never finds one server chosen and the others about to be. */

        private final LoadBalancer.Helper original;
        private ConnectivityState state; // to be told, as the next
        private LoadBalancer.SubchannelPicker picker; // null if there is nothing to tell

        Noting(LoadBalancer.Helper original) {
            this.original = original;
        }

        @Override
        protected LoadBalancer.Helper delegate() {
            return original;
        }

        @Override
        public LoadBalancer.Subchannel createSubchannel(LoadBalancer.CreateSubchannelArgs arguments) {
            return new Candidate(arguments, original);
        }

        @Override
        public void updateBalancingState(ConnectivityState changed, LoadBalancer.SubchannelPicker choice) {
            boolean isFirst = picker == null;
            state = changed;
            picker = choice;
            if (isFirst) {
                original.getSynchronizationContext().execute(this::tell);
            }
        }

        private void tell() {
            LoadBalancer.SubchannelPicker choice = picker;
            picker = null;
            original.updateBalancingState(state, new Picker(choice));
        }
    }

    private static final class Picker extends LoadBalancer.SubchannelPicker {

        private final LoadBalancer.SubchannelPicker original;

        Picker(LoadBalancer.SubchannelPicker original) {
            this.original = original;
        }

        @Override
        public LoadBalancer.PickResult pickSubchannel(LoadBalancer.PickSubchannelArgs call) {
            Set<InetSocketAddress> chosen = call.getCallOptions().getOption(CHOSEN);
            for (int i = 0; i < CHOICES_OF_A_CALL; i++) {
                LoadBalancer.PickResult result = original.pickSubchannel(call);
                if (result.getSubchannel() == null) {
                    return result; // none yet, or an error
                }
                SocketAddress address = result.getSubchannel()
                        .getAllAddresses()
                        .get(0)
                        .getAddresses()
                        .get(0);
                if (address instanceof InetSocketAddress server && !server.isUnresolved()) {
                    chosen.add(server);
                }
            }
            return LoadBalancer.PickResult.withDrop(ENDED);
        }
    }
}
