// SPDX-License-Identifier: Apache-2.0
/** Annotations for tests of Spring Boot applications that export services or call them. */
package io.nearcall.spring.test;
