// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.api;

import io.nearcall.RemoteService;

/** Another service. */
@RemoteService
public interface Clock {
    long now();
}
