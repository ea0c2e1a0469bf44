// SPDX-License-Identifier: Apache-2.0
package shapes;

import io.nearcall.Endpoint;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.Period;
import java.time.Year;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Serves the shapes over a channel until its input ends. */
public final class Server implements InvocationHandler {

    private Server() {}

    public static void main(String[] arguments) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            Shapes shapes =
                    (Shapes) Proxy.newProxyInstance(Server.class.getClassLoader(), new Class<?>[] {Shapes.class}, new Server());
            endpoint.export(Shapes.class, shapes, arguments[0] + ":shapes");
            System.out.println("READY");
            System.out.flush();
            while (System.in.read() >= 0) {
                // until the test closes it
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "ping":
                return null;
            case "add":
                return (int) arguments[0] + (int) arguments[1];
            case "later":
                return CompletableFuture.supplyAsync(
                        () -> arguments[0], CompletableFuture.delayedExecutor((long) arguments[1], TimeUnit.MILLISECONDS));
            case "squares":
                return ((IntStream) arguments[0]).map(n -> n * n);
            case "classes":
                List<String> names = new ArrayList<>();
                for (Object each : (List<Object>) arguments[0]) {
                    names.add(each == null ? "null" : each.getClass().getName());
                }
                return names;
            case "samples":
                return samples();
            case "refuse":
                throw new Shapes.Refused((String) arguments[0], new IllegalArgumentException("cause"));
            case "nanos":
                return (long) ((Instant) arguments[0]).getNano();
            case "hashCode":
                return System.identityHashCode(proxy);
            case "equals":
                return proxy == arguments[0];
            case "toString":
                return "shapes";
            default:
                return arguments[0];
        }
    }

    private static List<Object> samples() {
        return Arrays.asList(
                new TreeSet<>(Set.of(1, 2)),
                EnumSet.of(Shapes.Size.LARGE),
                new EnumMap<>(Map.of(Shapes.Size.SMALL, 1)),
                new TreeMap<>(Map.of("a", 1)),
                Collections.unmodifiableList(new ArrayList<>(List.of("x"))),
                Collections.emptyMap(),
                new StringBuilder("built"),
                Period.ofDays(3),
                Year.of(2026),
                BitSet.valueOf(new long[] {5}),
                new AtomicInteger(9),
                new IllegalStateException("kept"),
                TimeUnit.DAYS,
                Instant.ofEpochSecond(1, 2000),
                Instant.ofEpochSecond(1, 1));
    }
}
