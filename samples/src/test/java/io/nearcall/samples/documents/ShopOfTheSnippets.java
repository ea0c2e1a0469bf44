// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.documents;

import io.micrometer.core.instrument.MeterRegistry;
import io.nearcall.Endpoint;
import io.nearcall.OneWay;
import io.opentelemetry.api.OpenTelemetry;
import java.util.List;
import java.util.stream.Stream;

/** What the snippets of the documentation mention and do not declare. */
@SuppressWarnings("unused")
public abstract class ShopOfTheSnippets {

    protected Orders orders;
    protected Warehouse warehouse;
    protected Log log;
    protected Audit audit;
    protected Order order;
    protected String trace;
    protected List<String> lines;
    protected Endpoint endpoint;
    protected MeterRegistry registry;
    protected OpenTelemetry openTelemetry;

    public record Order(String article, int count) {}

    public record Receipt(int number) {}

    public record Quote(int cents) {}

    public record Line(String text) {}

    public static class OutOfStock extends Exception {
        private static final long serialVersionUID = 1L;
    }

    public interface Orders {
        Receipt place(Order order) throws OutOfStock;

        int stock(String article);
    }

    public interface Warehouse {
        Receipt take(Order order) throws OutOfStock;
    }

    public interface Log {
        Stream<Line> search(String text);
    }

    public interface Audit {
        @OneWay
        void add(String line);
    }
}
