// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.RemoteService;

/** Takes much and gives little. */
@RemoteService
public interface Depot {

    int store(byte[] bytes);
}
