// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import io.nearcall.Deadline;
import io.nearcall.RemoteService;

/** Takes whatever comes, and makes what it is asked for. */
@RemoteService
@Deadline("20s")
public interface Maker {

    int take(Object value);

    Object deep(int depth);

    byte[] longOne(int length);
}
