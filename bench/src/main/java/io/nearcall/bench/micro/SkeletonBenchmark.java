// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.micro;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.bench.trade.Trade;
import io.nearcall.bench.trade.TradeDesk;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.codegen.ServerCall;
import io.nearcall.codegen.Skeleton;
import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * {@code add(int, int)} dispatched from the bytes of its arguments to the bytes of its result. The generated skeleton
 * is compared with two baselines: {@link Method#invoke} and code by hand. Launched by
 * {@code bench/jmh SkeletonBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class SkeletonBenchmark {

    private final TradeDesk desk = new TradeDesk();
    private final Incoming call = new Incoming();
    private Skeleton skeleton;
    private int index;
    private Method method;

    @Setup
    public void prepare() {
        RemoteInterface<Trade> trade = RemoteInterface.of(Trade.class, PlainRules.INSTANCE);
        RemoteMethod add = trade.methods().stream()
                .filter(each -> each.name().equals("add"))
                .findFirst()
                .orElseThrow();
        skeleton = trade.skeleton();
        index = add.index();
        method = add.method();
    }

    @Benchmark
    public int skeleton() throws Throwable {
        skeleton.dispatch(index, desk, call);
        return call.length();
    }

    @Benchmark
    public int baselineReflection() throws Exception {
        Input input = call.input();
        Object[] arguments = {input.readInt(), input.readInt()};
        call.taken();
        call.reply().writeInt((Integer) method.invoke(desk, arguments));
        return call.length();
    }

    @Benchmark
    public int baselineDirect() {
        Input input = call.input();
        int left = input.readInt();
        int right = input.readInt();
        call.taken();
        call.reply().writeInt(desk.add(left, right));
        return call.length();
    }

    /** A call that always has the same arguments. */
    private static final class Incoming extends ServerCall {

        private final Input input = new Input(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        private final Output output = new Output(64);

        @Override
        public Input input() {
            input.reset();
            return input;
        }

        @Override
        public Kryo kryo() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void taken() {}

        @Override
        public Output reply() {
            output.reset();
            return output;
        }

        int length() {
            return output.position();
        }

        @Override
        public void replyLater(CompletionStage<?> stage) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void noReply() {
            throw new UnsupportedOperationException();
        }
    }
}
