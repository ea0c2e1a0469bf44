// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

/**
 * Binds names to remote objects. It behaves like its super-interface, with these differences:
 *
 * <ul>
 *   <li>If the process that has bound an object dies, the name goes with it.
 *   <li>Calls of an object that was looked up go to the object's own process, never through the registry.
 *   <li>The registry need not know the interfaces of the objects that are bound.
 *   <li>Only processes of the user who runs the registry may bind and unbind.
 * </ul>
 */
public interface Registry extends java.rmi.registry.Registry {}
