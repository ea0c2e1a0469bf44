// SPDX-License-Identifier: Apache-2.0
/** Runs whose figures documents quote, as files, and the tables that are generated from them. */
package io.nearcall.bench.quoted;
