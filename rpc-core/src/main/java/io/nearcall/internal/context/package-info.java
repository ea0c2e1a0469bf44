// SPDX-License-Identifier: Apache-2.0
/** What goes along with calls beside their arguments: what is left of their time, and metadata. */
package io.nearcall.internal.context;
