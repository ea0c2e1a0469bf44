// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A slow call, as seen by one side. */
@Name("io.nearcall.SlowCall")
@Label("Slow Call")
@Description(
        "A call that took long. At the caller the duration begins when it stops spinning and sleeps, some 10 us after the call;"
                + " a caller that sleeps several times for one call leaves several events. At the service it is the method's run.")
@StackTrace
@Threshold("1 ms")
final class SlowCallEvent extends CallEvent implements RecordedCall {

    @Override
    public void beginAgain() {
        begin();
    }
}
