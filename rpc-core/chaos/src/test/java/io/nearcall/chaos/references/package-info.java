// SPDX-License-Identifier: Apache-2.0
/** Remote objects that are given up, forgotten, and orphaned. */
package io.nearcall.chaos.references;
