// SPDX-License-Identifier: Apache-2.0
/** Spans of OpenTelemetry for the calls of an endpoint, and its context along with them. */
package io.nearcall.opentelemetry;
