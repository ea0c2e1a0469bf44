// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.OneWay;
import io.nearcall.RemoteService;
import java.util.stream.Stream;

/** Small messages in one direction: to the service by one-way calls, and back as elements of a stream. */
@RemoteService("feed")
public interface Feed {

    @OneWay
    void note(int left, int right);

    /** Returns how often {@link #note} has run, including all calls that the caller made before this one. */
    long noted();

    /** Returns that many small numbers. */
    Stream<Integer> numbers(int count);
}
