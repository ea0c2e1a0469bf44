// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import java.util.ArrayList;
import java.util.List;

/** Many small messages in one direction, by every way there is. */
final class MessageLoad implements LoadClientMain.Load {

    /** The name in tables and files. */
    static final String NAME = "messages one way";

    static final String RATE = "messages per second";

    private final List<Delivery> deliveries;

    MessageLoad(List<Delivery> deliveries) {
        this.deliveries = deliveries;
    }

    @Override
    public List<LoadFigure> turn(long sliceNs, boolean backwards) throws Exception {
        List<LoadFigure> found = new ArrayList<>();
        for (Delivery delivery : Turn.of(deliveries, backwards)) {
            long beganNs = System.nanoTime();
            long messages = delivery.deliver(sliceNs);
            double perSecond = messages * 1e9 / (System.nanoTime() - beganNs);
            found.add(new LoadFigure(NAME, delivery.name(), RATE, List.of(perSecond)));
        }
        return found;
    }
}
