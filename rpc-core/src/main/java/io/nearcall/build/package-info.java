// SPDX-License-Identifier: Apache-2.0
/** Generates stubs and skeletons when an application is built. */
package io.nearcall.build;
