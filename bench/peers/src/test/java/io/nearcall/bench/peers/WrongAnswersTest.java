// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.bench.Workload;
import io.nearcall.bench.subject.Calls;
import io.nearcall.bench.subject.Subject;
import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.TradeDesk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That no peer is measured whose answers have other content than the calls. Aeron, which needs flags, has a raw echo. */
@Timeout(60)
class WrongAnswersTest {

    @TempDir
    Path directory;

    private static final class LyingDesk extends TradeDesk {
        @Override
        public int add(int left, int right) {
            return 1;
        }

        @Override
        public Order place(Order order) {
            return Order.example();
        }

        @Override
        public byte[] echo(byte[] bytes) {
            return new byte[bytes.length];
        }

        @Override
        public String repeat(String text) {
            return "x".repeat(text.length());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AERON")
    void shouldNotMeasureAPeerWhoseAnswersAreWrong(Peer peer) throws Exception {
        try (AutoCloseable server = peer.ends().serve(directory, new LyingDesk())) {
            assertThat(server).isNotNull();
            Subject subject = peer.ends().connect(peer.system(), directory);
            for (Workload workload : List.of(Workload.ADD, Workload.ORDER, Workload.BYTES_40, Workload.TEXT_40)) {
                assertThatThrownBy(() -> makeTwo(subject.open(workload)))
                        .as(workload.title())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("wrong answer");
            }
        }
    }

    /** One by one, as everything is measured that takes microseconds. */
    private static void makeTwo(Calls calls) throws Exception {
        calls.make(1);
        calls.make(1);
    }
}
