// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.Deadline;
import io.nearcall.RemoteService;
import io.nearcall.chaos.called.Target;

/** A {@link Target} whose answers do not matter. */
@RemoteService
@Deadline("10ms")
public interface Impatient extends Target {}
