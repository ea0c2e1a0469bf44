// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.OneWay;
import io.nearcall.Remotes;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.ReferenceCounts;
import io.nearcall.internal.stub.Route;
import io.nearcall.internal.stub.ServiceTarget;
import io.nearcall.internal.wire.Limits;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.test.FitInterfaces;
import io.nearcall.test.Uncounted;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/**
 * How a lane announces calls while they are sent: "wake" with the frame, "quiet" without, "announce" for earlier
 * frames.
 */
public class BatchAnnouncementsTest {

    /** Takes lines. */
    public interface Audit {
        @OneWay
        void add(int line);

        CompletableFuture<Integer> count();
    }

    private final List<String> told = new ArrayList<>();
    private final ByteBuffer memory = ByteBuffer.allocateDirect(1024).order(ByteOrder.LITTLE_ENDIAN);
    private final Audit audit = audit();

    private Audit audit() {
        RemoteInterface<Audit> type = RemoteInterface.of(Audit.class, FitInterfaces.RULES);
        Channel channel = only(Channel.class, this::ofChannel);
        LaneConnection link = only(LaneConnection.class, (method, arguments) -> ofLink(method, channel));
        Pipeline lanes = new Pipeline(link, task -> {}, task -> {});
        Route route = new Route(link, null, lanes, 0, new int[] {0, 1});
        ClientInterface callee = new ClientInterface(type, 1_000_000_000L, null);
        return type.stub(new ServiceTarget(
                callee,
                "audit",
                (timeoutNs, deadlineNs) -> {
                    throw new AssertionError("bound again");
                },
                route));
    }

    private static <T> T only(Class<T> type, BiFunction<String, Object[], Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.apply(method.getName(), arguments)));
    }

    private Object ofChannel(String method, Object[] arguments) {
        return switch (method) {
            case "sendMemory", "receiveMemory" -> memory;
            case "maxPayloadLength" -> memory.capacity();
            case "claim" -> 0;
            case "commit" -> tell("wake");
            case "commitQuietly" -> tell("quiet");
            case "announce" -> tell("announce");
            case "restUntilDoorbell" -> true;
            case "progress" -> null;
            default -> throw new AssertionError(method);
        };
    }

    private Object tell(String what) {
        told.add(what);
        return null;
    }

    private static Object ofLink(String method, Channel channel) {
        return switch (method) {
            case "isClosed" -> false;
            case "statistics" -> Uncounted.connection();
            case "recording", "recordingAt", "beginRecorded", "recordFailure", "refused" -> null;
            case "limits" -> new Limits(1, 0, 1L << 16);
            case "maxMessageBytes" -> 1L << 16;
            case "maxCalls" -> 8;
            case "references" -> ReferenceCounts.NONE;
            case "serviceName" -> "audit";
            case "peerPid" -> 1;
            case "openLanes" -> new LaneConnection.NewLanes(0, new Channel[] {channel});
            default -> throw new AssertionError(method);
        };
    }

    private static List<String> with(List<String> before, String... after) {
        List<String> all = new ArrayList<>(before);
        all.addAll(List.of(after));
        return all;
    }

    @Test
    void shouldWakeTheOtherSideForEachCallThatIsInNoBatch() {
        for (int i = 0; i < 100; i++) {
            audit.add(i);
        }
        assertThat(told).isEqualTo(Collections.nCopies(100, "wake"));
    }

    @Test
    void shouldWakeTheOtherSideOnceForABatch() {
        Remotes.batch(audit, stub -> {
            for (int i = 0; i < 100; i++) {
                stub.add(i);
            }
        });
        assertThat(told).isEqualTo(with(Collections.nCopies(100, "quiet"), "announce"));
        audit.add(100);
        assertThat(told).hasSize(102).endsWith("wake");
    }

    @Test
    void shouldWakeTheOtherSideForWhatWasSentBeforeACallOfAnotherKind() {
        Remotes.batch(audit, stub -> {
            stub.add(1);
            stub.add(2);
            stub.count();
            stub.add(3);
        });
        assertThat(told).containsExactly("quiet", "quiet", "announce", "wake", "quiet", "announce");
    }

    @Test
    void shouldWakeTheOtherSideForWhatWasSentBeforeAnException() {
        assertThatThrownBy(() -> Remotes.batch(audit, stub -> {
                    stub.add(1);
                    throw new IllegalStateException("enough");
                }))
                .hasMessage("enough");
        assertThat(told).containsExactly("quiet", "announce");
    }

    @Test
    void shouldWakeNobodyForABatchWithoutCalls() {
        Remotes.batch(audit, stub -> {});
        assertThat(told).isEmpty();
    }
}
