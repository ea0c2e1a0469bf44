// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A connection begins or ends. */
@Name("io.nearcall.Connection")
@Label("Connection")
@Description("A connection between two endpoints begins or ends")
final class ConnectionEvent extends NearcallEvent {

    @Label("Connection")
    @Description("The same on both sides")
    String connection;

    @Label("State")
    @Description("opened, ended, or died if the peer's process has died")
    String state;

    @Label("Channel")
    @Description("The mechanism that carries its lanes")
    String channel;

    @Label("Made Here")
    @Description("Whether this side has made the connection")
    boolean initiator;
}
