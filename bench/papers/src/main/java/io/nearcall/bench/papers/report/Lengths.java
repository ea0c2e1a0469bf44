// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import io.nearcall.bench.papers.mechanism.Payload;
import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.report.page.Units;
import java.util.Locale;

/** Formats shapes for people. */
final class Lengths {

    private Lengths() {}

    static String even(Shape shape) {
        return shape.payload() == Payload.LONG
                ? "Long"
                : String.format(Locale.ROOT, "%,d bytes", shape.requestBytes()).replace(',', ' ');
    }

    static String uneven(Shape shape) {
        return Units.length(shape.requestBytes()) + " / " + Units.length(shape.replyBytes());
    }
}
