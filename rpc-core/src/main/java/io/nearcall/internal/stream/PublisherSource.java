// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import io.nearcall.ByRef;
import io.nearcall.RemoteObject;

/** What stands for a {@link java.util.concurrent.Flow.Publisher} in a message. */
@RemoteObject
public interface PublisherSource {

    /** Subscribes once more; nothing is requested of the publisher before the first fetch. */
    @ByRef
    StreamSource subscribe();
}
