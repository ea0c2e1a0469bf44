// SPDX-License-Identifier: Apache-2.0
/** What Spring Boot's Actuator shows of an endpoint. */
package io.nearcall.spring.actuate;
