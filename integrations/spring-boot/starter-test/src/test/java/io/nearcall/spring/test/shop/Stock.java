// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.test.shop;

import io.nearcall.RemoteService;

/** A service of the application that is tested. */
@RemoteService("stock")
public interface Stock {
    int left(String[] item);
}
