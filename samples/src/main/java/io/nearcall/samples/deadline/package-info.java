// SPDX-License-Identifier: Apache-2.0
/** A deadline that is set where the call is made, and goes along through a second process to a third. */
package io.nearcall.samples.deadline;
