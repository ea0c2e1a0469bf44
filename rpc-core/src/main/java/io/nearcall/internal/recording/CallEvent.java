// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import io.nearcall.internal.statistics.CountedObject;
import jdk.jfr.Description;
import jdk.jfr.Label;

/** The fields of events about one call. */
abstract class CallEvent extends NearcallEvent {

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

    @Label("Connection")
    @Description("The same on both sides")
    String connection;

    @Label("Lane")
    @Description("The lane's number in its connection, the same on both sides")
    int lane;

    @Label("Call")
    @Description("The call's number on its lane, the same on both sides")
    long callId;

    static String side(boolean served) {
        return served ? "service" : "caller";
    }

    final void fill(CountedObject.Methods called, int index, String connectionId, int laneId, long id) {
        side = side(called.served());
        service = called.service();
        type = called.type().getName();
        method = called.all().get(index).name();
        connection = connectionId;
        lane = laneId;
        callId = id;
    }
}
