// SPDX-License-Identifier: Apache-2.0
/** Makes OpenTelemetry spans for the calls of an endpoint, and passes OpenTelemetry's context on with the calls. */
package io.nearcall.opentelemetry;
