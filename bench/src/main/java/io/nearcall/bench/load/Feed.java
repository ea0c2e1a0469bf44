// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.OneWay;
import io.nearcall.RemoteService;
import java.util.stream.Stream;

/** Small messages one way: there by one-way calls, and back as the elements of a stream. */
@RemoteService("feed")
public interface Feed {

    @OneWay
    void note(int left, int right);

    /** How often {@link #note} has run, all the caller's calls before this one included. */
    long noted();

    /** That many small numbers. */
    Stream<Integer> numbers(int count);
}
