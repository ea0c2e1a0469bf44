// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

import io.nearcall.MetadataTooLargeException;

/** A call that is about to be made. */
public interface OutgoingCall extends CallInfo {

    /**
     * Sends a pair along, in place of one with the same key. Only for the thread, and the time, of {@link
     * ClientInterceptor#calling}.
     *
     * @param key as in {@link io.nearcall.Context#with}
     * @throws MetadataTooLargeException if that is more than goes along with a call
     * @throws IllegalArgumentException if that is no key, or the value is no text
     * @throws IllegalStateException if the call has been made
     */
    void put(String key, String value);
}
