// SPDX-License-Identifier: Apache-2.0
/** An order service with its server and its client: the first sample to read. */
package io.nearcall.samples.quickstart;
