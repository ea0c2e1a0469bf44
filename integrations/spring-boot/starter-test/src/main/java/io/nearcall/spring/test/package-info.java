// SPDX-License-Identifier: Apache-2.0
/** Tests of Spring Boot applications that export services or call them. */
package io.nearcall.spring.test;
