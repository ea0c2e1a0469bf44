// SPDX-License-Identifier: Apache-2.0
/** Shows an endpoint in Spring Boot's Actuator. */
package io.nearcall.spring.actuate;
