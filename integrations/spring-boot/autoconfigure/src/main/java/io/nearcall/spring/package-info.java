// SPDX-License-Identifier: Apache-2.0
/** Annotations and hooks for Spring Boot applications that export services or call them. */
package io.nearcall.spring;
