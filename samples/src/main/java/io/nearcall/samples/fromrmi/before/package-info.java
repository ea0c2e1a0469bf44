// SPDX-License-Identifier: Apache-2.0
/** The program as it was written for Java RMI. */
package io.nearcall.samples.fromrmi.before;
