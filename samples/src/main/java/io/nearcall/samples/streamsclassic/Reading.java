// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.streamsclassic;

import java.io.Serializable;

/** What goes to the office: any object that is Serializable. */
record Reading(int number, double degrees) implements Serializable {}
