// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.called;

import io.nearcall.Deadline;
import io.nearcall.RemoteService;

/** A {@link Target} with callers that do not wait for long. */
@RemoteService
@Deadline("1s")
public interface Attempts extends Target {}
