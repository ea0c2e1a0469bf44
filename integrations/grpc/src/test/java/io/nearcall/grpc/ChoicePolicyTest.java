// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.ChannelLogger;
import io.grpc.ConnectivityState;
import io.grpc.EquivalentAddressGroup;
import io.grpc.LoadBalancer;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MetricRecorder;
import io.grpc.NameResolverRegistry;
import io.grpc.SynchronizationContext;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call finds that looks at the policy's choice at any moment. */
class ChoicePolicyTest {

    private static final InetSocketAddress FIRST = new InetSocketAddress("192.0.2.1", 7443);
    private static final InetSocketAddress SECOND = new InetSocketAddress("192.0.2.2", 7443);

    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final Channel channel = new Channel(timers);

    @AfterEach
    void close() {
        timers.shutdownNow();
    }

    /** What gRPC's channel gives to its policy. Keeps each choice that was ready. */
    private static final class Channel extends LoadBalancer.Helper {

        private final SynchronizationContext order = new SynchronizationContext(
                (thread, thrown) -> assertThat(thrown).isNull());
        private final ScheduledExecutorService timers;
        private final List<LoadBalancer.SubchannelPicker> ready = new ArrayList<>();

        Channel(ScheduledExecutorService timers) {
            this.timers = timers;
        }

        @Override
        public void updateBalancingState(ConnectivityState state, LoadBalancer.SubchannelPicker picker) {
            if (state == ConnectivityState.READY) {
                ready.add(picker);
            }
        }

        @Override
        public SynchronizationContext getSynchronizationContext() {
            return order;
        }

        @Override
        public ScheduledExecutorService getScheduledExecutorService() {
            return timers;
        }

        @Override
        public String getAuthority() {
            return "shop";
        }

        @Override
        public String getChannelTarget() {
            return "xds:///shop";
        }

        @Override
        public MetricRecorder getMetricRecorder() {
            return new MetricRecorder() {};
        }

        @Override
        public ChannelLogger getChannelLogger() {
            return new ChannelLogger() {
                @Override
                public void log(ChannelLogLevel level, String message) {}

                @Override
                public void log(ChannelLogLevel level, String format, Object... arguments) {}
            };
        }

        @Override
        public NameResolverRegistry getNameResolverRegistry() {
            return NameResolverRegistry.getDefaultRegistry();
        }

        @Override
        public ManagedChannel createOobChannel(EquivalentAddressGroup addresses, String authority) {
            throw new UnsupportedOperationException();
        }
    }

    /** The servers become ready one after the other. A list of one would be taken for all there are, until the next list. */
    @ParameterizedTest
    @ValueSource(strings = {"round_robin", "least_request_experimental", "weighted_round_robin"})
    void shouldChooseNoServerBeforeItCanChooseAll(String policy) throws Exception {
        Map<String, ?> around = Map.of(ChoicePolicy.AROUND, List.of(Map.of(policy, Map.of())));
        LoadBalancer balancer = ChoicePolicy.ONLY.newLoadBalancer(channel);
        channel.order.execute(() -> balancer.acceptResolvedAddresses(LoadBalancer.ResolvedAddresses.newBuilder()
                .setAddresses(List.of(new EquivalentAddressGroup(FIRST), new EquivalentAddressGroup(SECOND)))
                .setLoadBalancingPolicyConfig(
                        ChoicePolicy.ONLY.parseLoadBalancingPolicyConfig(around).getConfig())
                .build()));
        assertThat(channel.ready)
                .isNotEmpty()
                .allSatisfy(picker -> assertThat(chosen(picker)).containsExactlyInAnyOrder(FIRST, SECOND));
        channel.order.execute(balancer::shutdown);
    }

    private static Set<InetSocketAddress> chosen(LoadBalancer.SubchannelPicker picker) {
        Set<InetSocketAddress> chosen = ConcurrentHashMap.newKeySet();
        CallOptions options = CallOptions.DEFAULT.withOption(ChoicePolicy.CHOSEN, chosen);
        picker.pickSubchannel(new LoadBalancer.PickSubchannelArgs() {
            @Override
            public CallOptions getCallOptions() {
                return options;
            }

            @Override
            public Metadata getHeaders() {
                return new Metadata();
            }

            @Override
            public MethodDescriptor<?, ?> getMethodDescriptor() {
                return SessionMethod.OPEN;
            }
        });
        return chosen;
    }
}
