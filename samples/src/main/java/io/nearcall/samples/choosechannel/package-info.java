// SPDX-License-Identifier: Apache-2.0
/** One service, called over each channel. */
package io.nearcall.samples.choosechannel;
