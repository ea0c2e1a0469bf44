// SPDX-License-Identifier: Apache-2.0
/** What samples that say how fast it is measure with. */
package io.nearcall.samples.race;
