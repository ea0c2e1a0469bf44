// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.micro;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.serializers.DefaultSerializers;
import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.OrderLine;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A value and its class, written and read back in one thread. A lane's codec writes into direct memory. The baseline,
 * plain Kryo, writes into a byte array, with the same classes registered and without Unsafe. With references Kryo keeps
 * objects that occur twice one object, as a lane does; without references it does less. Apache Fory is measured too,
 * also both ways, with Unsafe. Launched by {@code bench/jmh CodecBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class CodecBenchmark {

    private static final int MEMORY_BYTES = 1 << 16;

    static {
        System.setProperty("kryo.unsafe", "false");
    }

    /** A stub has no code of its own for the types of the second half. */
    @Param({"order", "list", "map", "string", "bytes", "decimals", "times", "uuids", "optionals", "sorted", "bits"})
    public String value;

    private Object written;
    private LaneRoundTrip lane;
    private Kryo withReferences;
    private Kryo withoutReferences;
    private final Output output = new Output(MEMORY_BYTES);
    private final Input input = new Input(output.getBuffer());

    @Setup
    public void prepare() {
        written = value(value);
        lane = new LaneRoundTrip();
        withReferences = kryo(true);
        withoutReferences = kryo(false);
    }

    private static Object value(String name) {
        return switch (name) {
            case "order" -> Order.example();
            case "list" -> numbers(100);
            case "map" -> words(20);
            case "string" -> "Nearcall ".repeat(11);
            case "bytes" -> new byte[4_000];
            case "decimals" -> listOf(i -> new BigDecimal("12345678901234567890.25").multiply(BigDecimal.valueOf(i)));
            case "times" -> listOf(i -> OffsetDateTime.of(2026, 11, 21, 12, i, 0, 0, ZoneOffset.ofHours(1)));
            case "uuids" -> listOf(i -> new UUID(i, -i));
            case "optionals" -> listOf(i -> Optional.of("word-" + i));
            case "sorted" -> new TreeMap<>(words(20));
            case "bits" -> BitSet.valueOf(new long[] {~0L, 1, 2, 3, 5, 8, 13, 21});
            default -> throw new IllegalArgumentException("value=" + name);
        };
    }

    private static List<Object> listOf(IntFunction<Object> value) {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            list.add(value.apply(i));
        }
        return list;
    }

    private static List<Integer> numbers(int count) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(i * i);
        }
        return numbers;
    }

    private static Map<String, Integer> words(int count) {
        Map<String, Integer> words = new HashMap<>();
        for (int i = 0; i < count; i++) {
            words.put("word-" + i, i);
        }
        return words;
    }

    private static Kryo kryo(boolean references) {
        Kryo kryo = new Kryo();
        kryo.setRegistrationRequired(true);
        kryo.setReferences(references);
        kryo.register(ArrayList.class);
        kryo.register(HashMap.class);
        kryo.register(byte[].class);
        kryo.register(Order.class);
        kryo.register(OrderLine.class);
        kryo.register(BigDecimal.class);
        kryo.register(OffsetDateTime.class);
        kryo.register(UUID.class, new DefaultSerializers.UUIDSerializer());
        kryo.register(Optional.class);
        kryo.register(TreeMap.class);
        kryo.register(BitSet.class);
        return kryo;
    }

    @Benchmark
    public Object lane() {
        return lane.ofAny(written);
    }

    @Benchmark
    public Object baselineKryoWithReferences() {
        return through(withReferences);
    }

    @Benchmark
    public Object baselineKryo() {
        return through(withoutReferences);
    }

    @Benchmark
    public Object baselineForyWithReferences(ForyRoundTrip fory) {
        return fory.withReferences(written);
    }

    @Benchmark
    public Object baselineFory(ForyRoundTrip fory) {
        return fory.withoutReferences(written);
    }

    private Object through(Kryo kryo) {
        output.reset();
        kryo.writeClassAndObject(output, written);
        input.reset();
        input.setLimit(output.position());
        return kryo.readClassAndObject(input);
    }
}
