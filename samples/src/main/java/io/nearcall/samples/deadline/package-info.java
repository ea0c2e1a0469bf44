// SPDX-License-Identifier: Apache-2.0
/** A deadline that the caller sets. It travels with the calls through a second process to a third. */
package io.nearcall.samples.deadline;
