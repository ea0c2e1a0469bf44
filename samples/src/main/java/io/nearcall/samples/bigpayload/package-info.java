// SPDX-License-Identifier: Apache-2.0
/** The big payload sample: sends files of any size, each in one call and in chunks. */
package io.nearcall.samples.bigpayload;
