// SPDX-License-Identifier: Apache-2.0
/** What an endpoint counts, as meters of Micrometer. */
package io.nearcall.micrometer;
