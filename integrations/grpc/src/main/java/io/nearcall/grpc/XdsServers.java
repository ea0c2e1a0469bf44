// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Deadline;
import io.grpc.LoadBalancerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the servers of a target of xDS, such as {@code xds:///shop}, with gRPC's own resolver and the policies that the
 * control plane names. Any thread.
 */
final class XdsServers {

    /* gRPC decides for each call of a channel which server gets it. So the servers of a target are found by calls that are
     * never sent: ChoicePolicy notes the servers that the policies would choose for them, and ends them. No connection
     * to a server is made for that. Routes, clusters, localities and priorities count as they do for calls of gRPC.
     *
     * Each call may be routed in another way, for example by chance to one of several clusters. So there are many calls,
     * and ChoicePolicy looks more than once for each of them.
     *
     * A channel follows the control plane while it is open. It is closed when nobody has asked for its servers for a
     * while, since a stub that nobody calls costs nothing; and when the endpoint closes. */

    /** Before the name of a target. */
    static final String SCHEME = "xds:///";

    private static final Pattern TARGET = Pattern.compile(SCHEME + "([A-Za-z0-9._-]+)(:[0-9]{1,5})?");
    private static final String PROVIDER = "xds";

    /** After so many calls in a row for which no other server is chosen, all servers are taken to be known. */
    private static final int QUIET_CALLS = 100;

    /** How long the control plane may take to name the servers. */
    private static final long PATIENCE_S = 5;

    /** Longer than stubs in use wait before they ask again. */
    private static final long UNUSED_S = 60;

    private static final Executor LATER = CompletableFuture.delayedExecutor(UNUSED_S, TimeUnit.SECONDS);

    /** A target that gRPC follows. All but the channel is guarded by the {@link XdsServers}. */
    private static final class Followed {
        private final ManagedChannel channel;
        private int asking;
        private long askedNs;

        Followed(ManagedChannel channel) {
            this.channel = channel;
        }
    }

    private final Map<String, Followed> targets = new HashMap<>(); // guarded by this

    /**
     * Checks a target.
     *
     * @throws IllegalArgumentException if there can be no such target, or gRPC's library for xDS is missing
     */
    static void require(String target, NameResolverRegistry registry) {
        name(target);
        if (registry.getProviderForScheme(PROVIDER) == null) {
            throw new IllegalArgumentException(
                    "place=" + target + " needs gRPC's library for xDS, which is not on the class"
                            + " path. Add io.grpc:grpc-xds, in the version of io.grpc:grpc-netty-shaded that is there.");
        }
    }

    /** Returns the name that the servers' certificates must have. */
    private static String name(String target) {
        Matcher matcher = TARGET.matcher(target);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "place=" + target + " is not " + SCHEME + "NAME or " + SCHEME + "NAME:PORT");
        }
        return matcher.group(1);
    }

    /**
     * Returns the servers that calls to the target may go to now, as places with the target's name. Waits for the control
     * plane, for some seconds at most.
     *
     * @throws UnknownHostException if the control plane does not name any, or cannot be reached
     */
    List<String> of(String target) throws UnknownHostException {
        String name = name(target);
        Followed followed = begin(target);
        try {
            return list(target, followed.channel).stream()
                    .map(server -> Place.text(name, server.getAddress(), server.getPort()))
                    .sorted()
                    .toList();
        } finally {
            end(target, followed);
        }
    }

    private synchronized Followed begin(String target) {
        Followed followed = targets.computeIfAbsent(target, any -> new Followed(channel(target)));
        followed.asking++;
        return followed;
    }

    private synchronized void end(String target, Followed followed) {
        followed.asking--;
        followed.askedNs = System.nanoTime();
        LATER.execute(() -> closeUnused(target));
    }

    /** Stops to follow the targets whose servers nobody asks for at the moment. */
    synchronized void closeUnused() {
        for (Iterator<Followed> each = targets.values().iterator(); each.hasNext(); ) {
            Followed followed = each.next();
            if (followed.asking == 0) {
                each.remove();
                followed.channel.shutdownNow();
            }
        }
    }

    private synchronized void closeUnused(String target) {
        Followed followed = targets.get(target);
        if (followed != null
                && followed.asking == 0
                && System.nanoTime() - followed.askedNs >= TimeUnit.SECONDS.toNanos(UNUSED_S)) {
            targets.remove(target);
            followed.channel.shutdownNow();
        }
    }

    @SuppressWarnings("deprecation") // there is no other way to use a resolver for one channel only
    private static ManagedChannel channel(String target) {
        LoadBalancerRegistry.getDefaultRegistry().register(ChoicePolicy.ONLY);
        NameResolverProvider xds = NameResolverRegistry.getDefaultRegistry().getProviderForScheme(PROVIDER);
        return NettyChannelBuilder.forTarget(target)
                .nameResolverFactory(new ChoiceResolver(xds))
                .usePlaintext() // it has no connections
                .directExecutor()
                .disableRetry()
                .build();
    }

    private static Set<InetSocketAddress> list(String target, ManagedChannel channel) throws UnknownHostException {
        Set<InetSocketAddress> servers = ConcurrentHashMap.newKeySet();
        CallOptions options = CallOptions.DEFAULT
                .withDeadline(Deadline.after(PATIENCE_S, TimeUnit.SECONDS))
                .withOption(ChoicePolicy.CHOSEN, servers);
        Status end = Status.OK;
        int known = 0;
        int quiet = 0;
        while (quiet < QUIET_CALLS) {
            end = call(channel, options);
            quiet = servers.size() > known ? 0 : quiet + 1;
            known = servers.size();
        }
        if (servers.isEmpty()) {
            throw new UnknownHostException(target + ": "
                    + (end.getCode() == Status.Code.DEADLINE_EXCEEDED
                            ? "the control plane has named no server within " + PATIENCE_S + " s"
                            : Reasons.of(end)));
        }
        return servers;
    }

    /** Makes a call that is not sent, and returns how it has ended. */
    private static Status call(ManagedChannel channel, CallOptions options) {
        CompletableFuture<Status> end = new CompletableFuture<>();
        ClientCall.Listener<byte[]> listener = new ClientCall.Listener<>() {
            @Override
            public void onClose(Status status, Metadata trailers) {
                end.complete(status);
            }
        };
        channel.newCall(SessionMethod.OPEN, options).start(listener, new Metadata());
        return end.join();
    }
}
