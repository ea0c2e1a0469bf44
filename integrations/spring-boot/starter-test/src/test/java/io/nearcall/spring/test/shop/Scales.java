// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.test.shop;

/** What the bean needs. */
public interface Scales {
    int weigh(String item);
}
