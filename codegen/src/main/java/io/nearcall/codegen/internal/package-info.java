// SPDX-License-Identifier: Apache-2.0
/** Writes and defines the classes of stubs and skeletons; nobody else's business. */
package io.nearcall.codegen.internal;
