// SPDX-License-Identifier: Apache-2.0
/** Makes an endpoint, its services and its clients from the annotations and properties of an application. */
package io.nearcall.spring.autoconfigure;
