// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.wordcount;

import io.nearcall.RemoteService;
import java.util.Map;

/** What a worker offers. Counting changes nothing, so a call whose answer got lost may be repeated anywhere. */
@RemoteService("wordcount")
public interface Counter {

    /** How often each word occurs in a text that neither begins nor ends within a word. */
    Map<String, Integer> count(String text);

    /** The name of the n-th worker's service, from 1. */
    static String serviceName(int worker) {
        return "wordcount-" + worker;
    }
}
