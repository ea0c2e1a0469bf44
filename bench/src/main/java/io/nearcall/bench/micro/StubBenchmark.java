// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.micro;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.bench.trade.Trade;
import io.nearcall.bench.trade.TradeDesk;
import io.nearcall.codegen.AsyncCall;
import io.nearcall.codegen.OneWayCall;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.codegen.SyncCall;
import java.lang.reflect.Proxy;
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
 * {@code add(int, int)} on a stub whose far end is in this thread. The far end takes the bytes of the arguments and has
 * the bytes of the result ready. The baselines are a {@link Proxy} that writes and reads the same bytes, and the object
 * itself. Launched by {@code bench/jmh StubBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class StubBenchmark {

    private int left;
    private Trade stub;
    private Trade proxy;
    private Trade direct;

    @Setup
    public void prepare() {
        stub = RemoteInterface.of(Trade.class, PlainRules.INSTANCE).stub(new FarEnd());
        proxy = proxy(new FarEnd());
        direct = new TradeDesk();
    }

    @Benchmark
    public int stub() {
        return stub.add(++left, 1);
    }

    @Benchmark
    public int baselineProxy() {
        return proxy.add(++left, 1);
    }

    @Benchmark
    public int baselineDirect() {
        return direct.add(++left, 1);
    }

    private static Trade proxy(FarEnd end) {
        Class<?>[] types = {Trade.class};
        return (Trade) Proxy.newProxyInstance(Trade.class.getClassLoader(), types, (self, method, arguments) -> {
            SyncCall call = end.begin(0);
            for (Object argument : arguments) {
                call.output().writeInt((Integer) argument);
            }
            Integer result = call.invoke().readInt();
            call.end();
            return result;
        });
    }

    /** Answers every call with the bytes of its arguments. */
    private static final class FarEnd extends SyncCall implements RemoteTarget {

        private final Output output = new Output(64);
        private final Input input = new Input(output.getBuffer());

        @Override
        public SyncCall begin(int method) {
            output.reset();
            return this;
        }

        @Override
        public AsyncCall beginAsync(int method) {
            throw new UnsupportedOperationException();
        }

        @Override
        public OneWayCall beginOneWay(int method) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String describe() {
            return "far end";
        }

        @Override
        public Output output() {
            return output;
        }

        @Override
        public Kryo kryo() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Input invoke() {
            input.reset();
            return input;
        }

        @Override
        public void end() {}

        @Override
        public Throwable fail(Throwable cause) {
            return cause;
        }
    }
}
