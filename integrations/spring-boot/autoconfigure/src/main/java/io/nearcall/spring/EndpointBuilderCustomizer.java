// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import io.nearcall.EndpointBuilder;

/**
 * Sets further options of the context's endpoint. Beans of this type are called in their order, after the properties
 * {@code nearcall.*} have been applied.
 */
@FunctionalInterface
public interface EndpointBuilderCustomizer {

    /** Called once, on the thread that makes the endpoint. */
    void customize(EndpointBuilder builder);
}
