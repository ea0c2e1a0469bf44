// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

import io.nearcall.Caller;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The vault, its guard and its listener, in a process of their own. */
public final class GuardedVault implements Vault, ServerInterceptor, CallListener {

    private final ThreadLocal<String> visitor = new ThreadLocal<>();
    private final AtomicInteger inside = new AtomicInteger();
    private final List<String> log = new CopyOnWriteArrayList<>();

    public static void main(String[] arguments) throws Exception {
        GuardedVault vault = new GuardedVault();
        EndpointBuilder builder = Endpoint.builder().listener(vault).serverInterceptor(vault);
        if (arguments.length > 0) {
            builder.executor(Executors.newFixedThreadPool(4));
        }
        Endpoint endpoint = builder.open();
        endpoint.export(Vault.class, vault);
        System.out.println("ready");
        endpoint.awaitClose();
    }

    @Override
    public AutoCloseable called(CallInfo call) {
        String badge = Caller.current().metadata().get("badge");
        if (badge == null && !call.method().getName().equals("log")) {
            throw new SecurityException("no badge to " + call.method().getName());
        }
        visitor.set(badge);
        inside.incrementAndGet();
        return () -> {
            visitor.remove();
            inside.decrementAndGet();
        };
    }

    @Override
    public void ended(CallInfo call, long durationNs, Throwable failure) {
        if (!call.method().getName().equals("log")) {
            String end = failure == null ? "well" : failure.getClass().getSimpleName();
            log.add(call.side() + " " + call.type().getSimpleName() + "."
                    + call.method().getName() + " " + end + (durationNs > 0 ? "" : " at once"));
        }
    }

    @Override
    public String open() {
        return visitor.get();
    }

    @Override
    public CompletableFuture<String> openLater() {
        return CompletableFuture.completedFuture(visitor.get());
    }

    @Override
    public CompletableFuture<String> openNever() {
        return new CompletableFuture<>();
    }

    @Override
    public void ring() {
        log.add("rung by " + visitor.get());
    }

    @Override
    public String ask(Keeper keeper) {
        return keeper.word();
    }

    @Override
    public void burn() throws Fire {
        throw new Fire();
    }

    @Override
    public List<String> log() {
        return List.copyOf(log);
    }

    @Override
    public int inside() {
        return inside.get();
    }
}
