// SPDX-License-Identifier: Apache-2.0
/** The program in Java RMI's dress. */
package io.nearcall.samples.fromrmi.before;
