// SPDX-License-Identifier: Apache-2.0
/** The operating system's calls, one class per concept: checked static methods over native ones, and nothing more. */
package io.nearcall.ipc.os;
