// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/**
 * The fields of all events that concern a peer. These fields join two recordings. The annotations hold for all these
 * events, unless they have others.
 */
@Category("Nearcall")
@StackTrace(false)
abstract class NearcallEvent extends Event {

    @Label("Process")
    @Description("The process that recorded the event")
    int pid;

    @Label("Endpoint")
    @Description("The id of the endpoint that recorded the event")
    String endpoint;

    @Label("Peer Process")
    @Description("The process at the other side; 0 or less if it is not known")
    int peerPid;

    @Label("Peer Endpoint")
    @Description("The id of the endpoint at the other side; empty if it is not known")
    String peerEndpoint;
}
