// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.test.shop;

import io.nearcall.spring.NearcallService;

/** The bean that is exported. */
@NearcallService
public class Shelf implements Stock {

    private final Scales scales;

    Shelf(Scales scales) {
        this.scales = scales;
    }

    @Override
    public int left(String[] item) {
        int weight = scales.weigh(item[0]);
        item[0] = "a copy";
        return weight;
    }
}
