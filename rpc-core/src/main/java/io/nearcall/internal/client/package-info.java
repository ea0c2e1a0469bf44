// SPDX-License-Identifier: Apache-2.0
/** The calling side: what a generated stub calls through, and the lanes that it borrows. */
package io.nearcall.internal.client;
