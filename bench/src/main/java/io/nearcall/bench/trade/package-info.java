// SPDX-License-Identifier: Apache-2.0
/** The service that is measured, and its values. */
package io.nearcall.bench.trade;
