// SPDX-License-Identifier: Apache-2.0
/** Writes and defines the classes of stubs, skeletons and codecs. */
package io.nearcall.codegen.internal;
