// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.test.shop;

import org.springframework.stereotype.Component;

/** A component that no test of services needs. */
@Component
public class Till {}
