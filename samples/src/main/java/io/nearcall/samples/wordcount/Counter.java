// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import io.nearcall.RemoteService;
import java.util.Map;

/** The service of a worker. Counting changes nothing, so a call whose answer was lost may be repeated by any worker. */
@RemoteService("wordcount")
public interface Counter {

    /** Counts how often each word occurs in a text. The text must neither begin nor end inside a word. */
    Map<String, Integer> count(String text);

    /** Returns the name of the n-th worker's service. The first worker is number 1. */
    static String serviceName(int worker) {
        return "wordcount-" + worker;
    }
}
