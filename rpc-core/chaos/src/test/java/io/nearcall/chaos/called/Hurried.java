// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.called;

import io.nearcall.Deadline;
import io.nearcall.RemoteService;

/** A {@link Target} with callers that hardly wait at all. */
@RemoteService
@Deadline("50ms")
public interface Hurried extends Target {}
