// SPDX-License-Identifier: Apache-2.0
/** Shows a caller to Spring Security. */
package io.nearcall.spring.security;
