// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.Deadline;
import io.nearcall.RemoteService;
import io.nearcall.chaos.called.Target;

/** A {@link Target} with callers that hardly wait. */
@RemoteService
@Deadline("150ms")
public interface Impatient extends Target {}
