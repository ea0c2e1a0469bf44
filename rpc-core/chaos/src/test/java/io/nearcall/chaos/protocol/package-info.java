// SPDX-License-Identifier: Apache-2.0
/** A peer with steps that are decoded from bytes, against whole endpoints: the target of the structured fuzzer. */
package io.nearcall.chaos.protocol;
