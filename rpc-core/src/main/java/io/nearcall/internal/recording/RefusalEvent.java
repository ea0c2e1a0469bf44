// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A connection that a service has refused. */
@Name("io.nearcall.Refusal")
@Label("Refusal")
@Description("A service has refused a connection")
final class RefusalEvent extends NearcallEvent {

    @Label("Side")
    @Description("service where it was refused, or caller")
    String side;

    @Label("Service")
    @Description("The service; empty if the caller has not said it")
    String service;

    @Label("Reason")
    @Description("USER, CHANNEL, VERSION, OVERLOADED, CLOSING or another word of the protocol")
    String reason;

    @Label("Message")
    String message;
}
