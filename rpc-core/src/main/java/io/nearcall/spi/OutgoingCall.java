// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spi;

/** A call that is about to be made. */
public interface OutgoingCall extends CallInfo {

    /**
     * Adds a pair to the metadata of the call, which replaces a pair of the same key. Call it only on the thread of
     * {@link ClientInterceptor#calling}, before that method returns.
     *
     * @param key as in {@link io.nearcall.Context#with}
     * @throws IllegalArgumentException if the pair exceeds the limits of metadata
     * @throws IllegalArgumentException if the key is invalid, or if the value contains half a surrogate pair
     * @throws IllegalStateException if the call has been made
     */
    void put(String key, String value);
}
