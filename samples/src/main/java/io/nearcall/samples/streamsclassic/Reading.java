// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.streamsclassic;

import java.io.Serializable;

/** An object that is sent to the office. Any Serializable object would do. */
record Reading(int number, double degrees) implements Serializable {}
