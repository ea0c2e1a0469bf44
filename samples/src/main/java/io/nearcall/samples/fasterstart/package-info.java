// SPDX-License-Identifier: Apache-2.0
/** A client and a server whose classes come from an archive. */
package io.nearcall.samples.fasterstart;
