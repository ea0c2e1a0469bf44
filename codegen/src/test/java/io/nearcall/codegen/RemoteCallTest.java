// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

public class RemoteCallTest {

    public record Line(String sku, int quantity) {}

    public record Order(long id, String customer, List<Line> lines) {}

    public static class OutOfStock extends Exception {
        private static final long serialVersionUID = 1L;

        OutOfStock(String sku) {
            super(sku);
        }
    }

    public interface Orders {
        Order place(Order order, String note) throws OutOfStock, IOException;

        int stock(String sku);

        void ping();

        CompletableFuture<Order> quote(Order order);

        CompletionStage<String> track(long id);

        @OneWay
        void audit(String line, int severity);
    }

    static final class Warehouse implements Orders {
        final List<String> audited = new ArrayList<>();
        private CompletableFuture<String> tracked = new CompletableFuture<>();

        @Override
        public Order place(Order order, String note) throws OutOfStock {
            if (order == null) {
                throw new OutOfStock(note);
            }
            return new Order(order.id() + 1, note, order.lines());
        }

        @Override
        public int stock(String sku) {
            return sku == null ? -1 : sku.length();
        }

        @Override
        public void ping() {}

        @Override
        public CompletableFuture<Order> quote(Order order) {
            return order == null ? null : CompletableFuture.completedFuture(order);
        }

        @Override
        public CompletionStage<String> track(long id) {
            return tracked;
        }

        @Override
        public void audit(String line, int severity) {
            audited.add(line + severity);
        }
    }

    private final Warehouse warehouse = new Warehouse();
    private final Orders orders = Loopback.connect(Orders.class, warehouse);
    final Loopback loopback = Loopback.of(orders);

    private static Order order() {
        return new Order(41, "Ada", new ArrayList<>(List.of(new Line("nut", 3), new Line("bolt", 5))));
    }

    @Test
    void shouldBringArgumentsThereAndTheResultBack() throws Exception {
        Order placed = orders.place(order(), "by noon");

        assertThat(placed).isEqualTo(new Order(42, "by noon", order().lines()));
        assertThat(placed.lines()).isNotSameAs(order().lines());
    }

    @Test
    void shouldPassThroughEveryStepOnceAndInOrder() throws Exception {
        orders.place(order(), null);

        assertThat(loopback.events).containsExactly("begin", "output", "invoke", "input", "taken", "reply", "end");
    }

    @Test
    void shouldWriteNothingForACallWithoutArguments() {
        orders.ping();

        assertThat(loopback.lengthBytes).isZero();
        assertThat(loopback.events).containsExactly("begin", "invoke", "taken", "reply", "end");
    }

    @Test
    void shouldCarryNullAsString() {
        assertThat(orders.stock(null)).isEqualTo(-1);
        assertThat(orders.stock("nut")).isEqualTo(3);
    }

    @Test
    void shouldThrowCheckedExceptionsOfTheMethodAsTheyAre() {
        assertThatThrownBy(() -> orders.place(null, "nut"))
                .isExactlyInstanceOf(OutOfStock.class)
                .hasMessage("nut");
        assertThat(loopback.events).endsWith("taken", "fail");
    }

    @Test
    void shouldNotFailACallThatNeverBegan() {
        loopback.refusal = new IllegalStateException("no lane is free");

        assertThatThrownBy(orders::ping).isSameAs(loopback.refusal);
        assertThat(loopback.events).containsExactly("begin");
    }

    @Test
    void shouldFailTheCallWhenAnArgumentCannotBeWritten() {
        loopback.kryo.setRegistrationRequired(true);

        assertThatThrownBy(() -> orders.place(order(), null)).hasMessageContaining("not registered");
        assertThat(loopback.events).containsExactly("begin", "output", "fail");
    }

    @Test
    void shouldCompleteAFutureWithTheResult() {
        assertThat(orders.quote(order())).isCompletedWithValue(order());
        assertThat(loopback.events)
                .containsExactly("beginAsync", "output", "invokeAsync", "input", "taken", "replyLater");
    }

    @Test
    void shouldCompleteAStageWhenTheServerDoes() {
        CompletableFuture<String> tracked = orders.track(41).toCompletableFuture();
        assertThat(tracked).isNotDone();

        warehouse.tracked.complete("shipped");

        assertThat(tracked).isCompletedWithValue("shipped");
    }

    @Test
    void shouldReturnAFailedFutureWhenAnAsynchronousCallCannotBegin() {
        loopback.refusal = new IllegalStateException("no lane is free");

        assertThat(orders.quote(order()))
                .failsWithin(0, TimeUnit.SECONDS)
                .withThrowableThat()
                .withCause(loopback.refusal);
        assertThat(loopback.events).containsExactly("beginAsync");
    }

    @Test
    void shouldReturnAFailedFutureWhenAnArgumentOfAnAsynchronousCallCannotBeWritten() {
        loopback.kryo.setRegistrationRequired(true);

        assertThat(orders.quote(order())).isCompletedExceptionally();
        assertThat(loopback.events).containsExactly("beginAsync", "output", "fail");
    }

    @Test
    void shouldPostAOneWayCall() {
        orders.audit("opened", 2);

        assertThat(warehouse.audited).containsExactly("opened2");
        assertThat(loopback.events).containsExactly("beginOneWay", "output", "post", "input", "taken", "noReply");
    }

    @Test
    void shouldNameAMethodThatTheTableDoesNotHave() {
        Skeleton skeleton = RemoteInterface.of(Orders.class, TestRules.INSTANCE).skeleton();

        assertThatThrownBy(() -> skeleton.dispatch(6, warehouse, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("method=6")
                .hasMessageContaining(Orders.class.getName());
        assertThatThrownBy(() -> skeleton.dispatch(-1, warehouse, null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldShareClassesAmongAllWhoUseAnInterface() {
        System.gc();
        Orders other = Loopback.connect(Orders.class, new Warehouse());

        assertThat(other.getClass()).isSameAs(orders.getClass());
    }
}
