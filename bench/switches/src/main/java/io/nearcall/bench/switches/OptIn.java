// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import io.nearcall.Context;
import io.nearcall.EndpointBuilder;
import io.nearcall.spi.CallInfo;
import io.nearcall.spi.CallListener;
import java.nio.file.Path;
import java.util.List;

/** What both endpoints of a pair of JVMs are opened with. One pair has one of these, so that the JIT sees nothing of the others. */
enum OptIn {
    /** The baseline: all that is on by default. */
    NOTHING("nothing", ""),

    /** There is no tmpfs to put a page on. Calls are counted all the same, where nobody sees it. */
    NO_PAGE("nothing, and there is no tmpfs for a statistics page", "") {
        @Override
        List<String> flags(Path scratch) {
            return List.of("-Dio.nearcall.dir=" + NoTmpfs.runtimeDirectory(scratch));
        }
    },

    LISTENER("a `CallListener` that does nothing", "") {
        @Override
        EndpointBuilder observe(EndpointBuilder builder) {
            return builder.listener(new CallListener() {
                @Override
                public void ended(CallInfo call, long durationNs, Throwable failure) {
                    // The cost of telling it is what counts.
                }
            });
        }
    },

    INTERCEPTORS("a `ClientInterceptor` and a `ServerInterceptor` that do nothing", "") {
        @Override
        EndpointBuilder observe(EndpointBuilder builder) {
            return builder.clientInterceptor(call -> {}).serverInterceptor(call -> null);
        }
    },

    CALL_TIMERS("`CallTimers`, with a registry for Prometheus", "") {
        @Override
        EndpointBuilder observe(EndpointBuilder builder) {
            return Metered.observe(builder);
        }
    },

    /** What an unsampled trace passes on, without any tracing. */
    PAIR("a `Context` with one pair, a `traceparent`", "") {
        @Override
        void surround() {
            Context.empty()
                    .with(Context.TRACEPARENT, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00")
                    .attach();
        }
    },

    NO_PARENT("`NearcallTracing`, without a span around the call", "") {
        @Override
        EndpointBuilder observe(EndpointBuilder builder) {
            return Traced.observe(builder, false);
        }
    },

    UNSAMPLED("`NearcallTracing`, within a span that is not sampled", "25 ns more") {
        @Override
        EndpointBuilder observe(EndpointBuilder builder) {
            return Traced.observe(builder, false);
        }

        @Override
        void surround() {
            Traced.beginParent(false);
        }
    },

    SAMPLED("`NearcallTracing`, within a sampled span; spans are made and not exported", "") {
        @Override
        EndpointBuilder observe(EndpointBuilder builder) {
            return Traced.observe(builder, true);
        }

        @Override
        void surround() {
            Traced.beginParent(true);
        }
    },

    RECORDING("a flight recording with `nearcall.jfc`, calls without a pause", "") {
        @Override
        List<String> flags(Path scratch) {
            return List.of(
                    "-XX:StartFlightRecording:settings=" + FlightSettings.file(scratch),
                    "-XX:FlightRecorderOptions:repository=" + scratch.resolve("flight"),
                    "-Xlog:jfr+startup=off");
        }
    };

    private final String title;
    private final String target;

    OptIn(String title, String target) {
        this.title = title;
        this.target = target;
    }

    /** As it stands in the table. */
    String title() {
        return title;
    }

    /** What it is to cost at most; empty if nothing is said. */
    String target() {
        return target;
    }

    /** Of both JVMs, besides those of all. */
    List<String> flags(Path scratch) {
        return List.of();
    }

    /** Switches it on at one side. */
    EndpointBuilder observe(EndpointBuilder builder) {
        return builder;
    }

    /** Puts around the calls of the current thread what they are made within, until the JVM ends. */
    void surround() {}
}
