// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A failed call, as seen by one side. */
@Name("io.nearcall.FailedCall")
@Label("Failed Call")
@Description("A call that has failed, or whose method has thrown. It has no duration.")
final class FailedCallEvent extends CallEvent {

    @Label("Outcome")
    @Description("RAN, NOT_SENT, NOT_STARTED or MAY_HAVE_RUN")
    String outcome;

    @Label("Error Type")
    @Description("The class of the exception")
    String errorType;
}
