// SPDX-License-Identifier: Apache-2.0
/** Tools with which the samples measure how fast they are. */
package io.nearcall.samples.race;
