// SPDX-License-Identifier: Apache-2.0
/** Interfaces and classes in the form that other languages need. */
package io.nearcall.cli.model;
