// SPDX-License-Identifier: Apache-2.0
package io.nearcall.statistics;

/** An interface that is not Nearcall's own, so that its calls are counted. */
public interface Shelf {
    void put(String book);

    String take(int number);
}
