// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.RemoteService;
import io.nearcall.chaos.called.Target;

/** Names the canary in a signature, which {@link Target} does not. */
@RemoteService
public interface Cage {

    long ping(long nonce);

    Canary sing(Canary canary);
}
