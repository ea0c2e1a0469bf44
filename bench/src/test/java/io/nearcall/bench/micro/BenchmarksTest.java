// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every benchmark, once and in this JVM: that they run, not how fast. */
@Timeout(60)
class BenchmarksTest {

    private static final int LANE_AND_FOUR_BASELINES_OF_ELEVEN_VALUES = 55;
    private static final int TWO_RINGS_AND_A_BASELINE_OF_TWO_LENGTHS = 6;
    private static final int STUB_AND_TWO_BASELINES = 3;
    private static final int SKELETON_AND_TWO_BASELINES = 3;

    static {
        System.setProperty("jmh.ignoreLock", "true");
    }

    /** JMH 1.37 wants Unsafe, which the run on JDK 25 denies everybody. */
    @Test
    @EnabledForJreRange(max = JRE.JAVA_23)
    void shouldRun() throws Exception {
        assertThat(once(CodecBenchmark.class)).hasSize(LANE_AND_FOUR_BASELINES_OF_ELEVEN_VALUES);
        assertThat(once(RingBenchmark.class)).hasSize(TWO_RINGS_AND_A_BASELINE_OF_TWO_LENGTHS);
        assertThat(once(StubBenchmark.class)).hasSize(STUB_AND_TWO_BASELINES);
        assertThat(once(SkeletonBenchmark.class)).hasSize(SKELETON_AND_TWO_BASELINES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"map", "decimals", "times", "uuids", "optionals", "sorted", "bits"})
    void shouldGetBackWhatWasWritten(String value) {
        CodecBenchmark codec = new CodecBenchmark();
        codec.value = value;
        codec.prepare();

        assertThat(codec.lane()).isEqualTo(codec.baselineKryo()).isEqualTo(codec.baselineKryoWithReferences());
    }

    /** Fory wants Unsafe, as JMH does. */
    @ParameterizedTest
    @ValueSource(strings = {"list", "map", "decimals", "times", "uuids", "optionals", "sorted", "bits"})
    @EnabledForJreRange(max = JRE.JAVA_23)
    void shouldGetBackFromForyWhatWasWritten(String value) {
        CodecBenchmark codec = new CodecBenchmark();
        codec.value = value;
        codec.prepare();
        ForyRoundTrip fory = new ForyRoundTrip();

        assertThat(codec.baselineFory(fory))
                .isEqualTo(codec.baselineForyWithReferences(fory))
                .isEqualTo(codec.baselineKryo());
    }

    private static Collection<RunResult> once(Class<?> benchmark) throws Exception {
        Options options = new OptionsBuilder()
                .include(benchmark.getName() + "\\.")
                .mode(Mode.SingleShotTime)
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .build();
        return new Runner(options).run();
    }
}
