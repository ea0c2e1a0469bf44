// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import io.nearcall.Context;
import io.nearcall.Endpoint;
import java.time.Duration;

/** A client in a process of its own, with three seconds for a rest that is longer. */
public final class HurriedRunner {

    private HurriedRunner() {}

    public static void main(String[] arguments) {
        Start start = Endpoint.open().lookup(Start.class);
        start.look();
        System.out.println("calling");
        Context.empty().withDeadline(Duration.ofSeconds(3)).run(() -> start.passRest(50_000));
    }
}
