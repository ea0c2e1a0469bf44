// SPDX-License-Identifier: Apache-2.0
/** Shows the statistics of an endpoint as Micrometer meters. */
package io.nearcall.micrometer;
