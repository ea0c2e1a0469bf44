// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import io.nearcall.test.PrivateDirectory;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class ServedBatchesTest {

    private static final int ALL =
            LaneBudget.LANES; // of a connection 5 more: two borrowed lanes, and a shared one for three

    @Test
    void shouldCloseTheDescriptorOfABatchIfItsOwnHalfFailsInAnyWay() {
        ChannelProvider lacking = (batch, laneCount, capacity, mode) -> {
            throw new OutOfMemoryError("no buffer");
        };
        LaneBudget budget = new LaneBudget();
        ServedBatches batches =
                new ServedBatches(null, null, lacking, null, ALL, budget.new Share(), Descriptors::close);
        int descriptor = Memory.memfd("orders", 4096);
        assertThatThrownBy(() -> batches.accept(
                        new ControlMessage.Lanes(0, 1024, Settings.RING_CAPACITY, false, ""), descriptor))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(Files.exists(Path.of("/proc/self/fd/" + descriptor), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
        assertThat(budget.new Share().tryTake(ALL + 5, false))
                .as("its lanes are to be had again")
                .isTrue();
    }

    @Test
    void shouldRefuseLanesBeyondThoseOfTheEndpointExceptTheFirstOfEachConnection() throws Exception {
        try (EndpointCore server = HeldMonitor.endpoint("server")) {
            server.export(Runnable.class, (Runnable) () -> {}, ServiceAddress.parse("orders", "auto"));
            LaneBudget.Share others = server.laneBudget().new Share();
            assertThat(others.tryTake(ALL + 5, false)).isTrue();
            try (RawClient client = new RawClient("orders")) {
                assertThat(client.receive()).isInstanceOf(ControlMessage.Welcome.class);
                assertThat(client.openLanes(2, false)).isInstanceOf(ControlMessage.LanesReady.class);
                assertThat(client.openLanes(1, true)).isInstanceOf(ControlMessage.LanesReady.class);
                assertThat(client.openLanes(1, false))
                        .isInstanceOfSatisfying(
                                ControlMessage.LanesRefused.class,
                                refused -> assertThat(refused.reason()).contains("16384 lanes"));
                others.close();
                assertThat(client.openLanes(1, false)).isInstanceOf(ControlMessage.LanesReady.class);
            }
        }
    }

    @Test
    void shouldGiveTheLanesOfAConnectionThatHasEndedToOthers() throws Exception {
        try (EndpointCore server = HeldMonitor.endpoint("server")) {
            server.export(Runnable.class, (Runnable) () -> {}, ServiceAddress.parse("orders", "auto"));
            LaneBudget.Share others = server.laneBudget().new Share();
            try (RawClient client = new RawClient("orders")) {
                assertThat(client.receive()).isInstanceOf(ControlMessage.Welcome.class);
                assertThat(client.openLanes(8, false)).isInstanceOf(ControlMessage.LanesReady.class);
                assertThat(others.tryTake(ALL + 5, false)).isFalse();
            }
            while (!others.tryTake(ALL + 5, false)) { // the test's timeout ends this
                Thread.sleep(1);
            }
        }
    }
}
