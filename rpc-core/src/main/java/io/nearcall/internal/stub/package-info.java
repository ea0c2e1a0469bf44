// SPDX-License-Identifier: Apache-2.0
/** What a stub calls: an object of another process, over the connection to it that lives. */
package io.nearcall.internal.stub;
