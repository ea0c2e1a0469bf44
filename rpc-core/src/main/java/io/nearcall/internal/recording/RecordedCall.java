// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

/** A recorded wait for a call, or a recorded run of its method. {@link ConnectionRecording#end} ends it. */
public interface RecordedCall {

    /** Begins again, for another call: the last one has ended, and was not recorded. */
    void beginAgain();
}
