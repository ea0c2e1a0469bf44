// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.twohosts;

import io.nearcall.Caller;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The exchange. The same object serves callers of this host and of others. */
final class TradingFloor implements Exchange {

    private static final int LOWEST_CENTS = 1_000;
    private static final int STEP_CENTS = 37;
    private static final int RANGE_CENTS = 100;

    private final CountDownLatch close = new CountDownLatch(1); // does not come while this sample runs

    private static Trade trade(int number) {
        return new Trade(number, LOWEST_CENTS + Math.floorMod(number * STEP_CENTS, RANGE_CENTS));
    }

    @Override
    public int cents(int share) {
        return trade(share).cents();
    }

    @Override
    public String caller() {
        Caller caller = Caller.current();
        String name = caller.principal().orElse("process " + caller.pid() + " of user " + caller.uid());
        return name + ", over " + caller.channel();
    }

    @Override
    public void watch(int trades, Watcher watcher) {
        for (int number = 1; number <= trades; number++) {
            watcher.traded(trade(number));
        }
    }

    @Override
    public Stream<Trade> trades() {
        return IntStream.rangeClosed(1, Integer.MAX_VALUE).mapToObj(TradingFloor::trade);
    }

    @Override
    public void awaitClose() throws InterruptedException {
        close.await();
    }
}
