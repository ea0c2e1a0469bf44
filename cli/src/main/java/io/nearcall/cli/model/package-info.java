// SPDX-License-Identifier: Apache-2.0
/** Interfaces and classes as another language needs them. */
package io.nearcall.cli.model;
