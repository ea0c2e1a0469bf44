// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.called;

import io.nearcall.Deadline;
import io.nearcall.RemoteService;

/** A {@link Target} with callers that wait a little. */
@RemoteService
@Deadline("200ms")
public interface Prompt extends Target {}
