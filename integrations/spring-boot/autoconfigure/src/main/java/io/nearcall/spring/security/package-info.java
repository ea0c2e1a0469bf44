// SPDX-License-Identifier: Apache-2.0
/** What Spring Security sees of a caller. */
package io.nearcall.spring.security;
