// SPDX-License-Identifier: Apache-2.0
/** Arguments and results of calls as JSON. */
package io.nearcall.cli.value;
