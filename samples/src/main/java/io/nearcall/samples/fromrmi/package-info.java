// SPDX-License-Identifier: Apache-2.0
/** A program that was written for Java RMI, before and after its move to Nearcall. */
package io.nearcall.samples.fromrmi;
