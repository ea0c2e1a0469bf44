// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.discovery.StatisticsDirectory;
import io.nearcall.internal.waits.WaitWatch;

/** Watches the waits of this process for all its endpoints. Loaded when a call has first waited for long. */
final class ProcessWaits {

    static final WaitWatch WATCH = new WaitWatch(Connections::tellWaits, StatisticsDirectory::pidNamespace);

    private ProcessWaits() {}
}
