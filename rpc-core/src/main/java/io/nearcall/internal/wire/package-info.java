// SPDX-License-Identifier: Apache-2.0
/**
 * What two endpoints say to each other: beside the lanes the greeting, lanes and classes, doorbells, the goodbye; on them
 * calls and answers, in frames.
 */
package io.nearcall.internal.wire;
