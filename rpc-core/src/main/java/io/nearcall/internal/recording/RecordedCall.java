// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

/** A wait for a call, or the run of its method, that is being recorded. {@link ConnectionRecording#end} ends it. */
public interface RecordedCall {}
