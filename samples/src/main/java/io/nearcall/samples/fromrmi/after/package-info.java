// SPDX-License-Identifier: Apache-2.0
/** The same program on Nearcall. Only its imports differ. */
package io.nearcall.samples.fromrmi.after;
