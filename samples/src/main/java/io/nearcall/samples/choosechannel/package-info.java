// SPDX-License-Identifier: Apache-2.0
/** One service that is called over each channel. */
package io.nearcall.samples.choosechannel;
