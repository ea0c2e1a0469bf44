// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.model;

import java.util.List;
import java.util.OptionalLong;

/**
 * A remote interface.
 *
 * @param serviceName the name under which it is exported and looked up, unless the program gives another name
 * @param named whether the user has named it; otherwise another interface reaches it
 * @param markedRemote whether its objects travel by reference wherever they occur
 * @param deadlineNs the deadline of methods that have none of their own; as {@link RemoteCall#deadlineNs()}
 * @param calls ordered by number
 */
public record RemoteType(
        Class<?> type,
        String serviceName,
        boolean named,
        boolean markedRemote,
        OptionalLong deadlineNs,
        List<RemoteCall> calls) {

    public RemoteType {
        calls = List.copyOf(calls);
    }
}
