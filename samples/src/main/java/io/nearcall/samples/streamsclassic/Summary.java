// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.streamsclassic;

import java.io.Serializable;

/** The answer of the office. */
record Summary(int readings, Reading coldest, Reading warmest) implements Serializable {}
