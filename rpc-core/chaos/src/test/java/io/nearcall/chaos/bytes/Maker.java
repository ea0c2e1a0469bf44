// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import io.nearcall.Deadline;
import io.nearcall.RemoteService;

/** Accepts any arguments, and makes the requested object. */
@RemoteService
@Deadline("20s")
public interface Maker {

    int take(Object value);

    Object deep(int depth);

    byte[] longOne(int length);
}
