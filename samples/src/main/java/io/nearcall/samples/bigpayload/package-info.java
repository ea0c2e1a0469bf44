// SPDX-License-Identifier: Apache-2.0
/** The big payload sample: files of any size, in one call each and in chunks. */
package io.nearcall.samples.bigpayload;
