// SPDX-License-Identifier: Apache-2.0
/** What Spring Boot makes of the annotations and properties of an application: an endpoint, its services and its clients. */
package io.nearcall.spring.autoconfigure;
