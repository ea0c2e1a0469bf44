// SPDX-License-Identifier: Apache-2.0
/**
 * The calls of Windows, one class per concept: checked static methods over native ones, and nothing more. They have a
 * library of their own. A native returns the negative error code of Windows when it fails.
 */
package io.nearcall.ipc.os.windows;
