// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import io.nearcall.bench.report.Machine;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class JvmFlagsTest {

    static List<List<String>> all() {
        return List.of(JvmFlags.ALL, JvmFlags.LARGE);
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldHaveTheSameCollectorOnOneCpu(List<String> flags) throws Exception {
        try (Child child = Child.start("collector", Machine.firstCpu(), flags, CollectorMain.class, List.of())) {
            assertThat(child.next(String[].class, 30)).isNotEmpty().allMatch(name -> name.startsWith("G1 "));
        }
    }

    /** Says which collectors its JVM has. */
    static final class CollectorMain {

        private CollectorMain() {}

        public static void main(String[] args) {
            List<String> names = ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .map(GarbageCollectorMXBean::getName)
                    .toList();
            Child.answer(new Gson().toJson(names));
        }
    }
}
