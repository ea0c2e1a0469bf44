// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.discovery.StatisticsDirectory;
import io.nearcall.internal.waits.WaitWatch;

/** The watch over the waits of this process, whichever endpoints they come from. Made when a call is first waited for long. */
final class ProcessWaits {

    static final WaitWatch WATCH = new WaitWatch(Connections::tellWaits, StatisticsDirectory::pidNamespace);

    private ProcessWaits() {}
}
