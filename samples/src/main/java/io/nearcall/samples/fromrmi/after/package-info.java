// SPDX-License-Identifier: Apache-2.0
/** The program in Nearcall's dress: the same but for imports. */
package io.nearcall.samples.fromrmi.after;
