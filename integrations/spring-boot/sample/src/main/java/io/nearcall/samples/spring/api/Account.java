// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.spring.api;

/** An account of a bank. */
public record Account(String name) {}
