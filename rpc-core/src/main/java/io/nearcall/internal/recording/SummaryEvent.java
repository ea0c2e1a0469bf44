// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The counts of one method at an endpoint. */
@Name("io.nearcall.Summary")
@Label("Summary")
@Description("What an endpoint has counted of one method since it was opened; one event for each method in each period")
@Category("Nearcall")
@StackTrace(false)
@Period("10 s")
final class SummaryEvent extends Event {

    @Label("Process")
    int pid;

    @Label("Endpoint")
    @Description("The id of the endpoint")
    String endpoint;

    @Label("Side")
    @Description("caller, or service where the method is run")
    String side;

    @Label("Service")
    @Description("The service; empty if the object came or went as a reference")
    String service;

    @Label("Interface")
    String type;

    @Label("Method")
    String method;

    @Label("Calls")
    long calls;

    @Label("Failures")
    long failures;

    @Label("Timed Calls")
    @Description("How many calls the durations come from")
    long timed;

    @Label("Median")
    @Timespan(Timespan.NANOSECONDS)
    long median;

    @Label("99th Percentile")
    @Timespan(Timespan.NANOSECONDS)
    long p99;

    @Label("Longest")
    @Timespan(Timespan.NANOSECONDS)
    long longest;
}
