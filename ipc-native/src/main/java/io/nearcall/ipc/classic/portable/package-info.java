// SPDX-License-Identifier: Apache-2.0
/**
 * What Linux and Windows have in common, behind one interface and with one way to name things: shared memory, a counting
 * semaphore, a mutex and a pipe. {@link io.nearcall.ipc.classic.portable.PortableIpc#ofThisSystem} chooses at run time.
 */
package io.nearcall.ipc.classic.portable;
