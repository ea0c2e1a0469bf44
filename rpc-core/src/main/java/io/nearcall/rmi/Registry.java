// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

/**
 * Names for remote objects. As its super-interface has it, but for this: who has bound an object and dies takes the name with
 * him; who looks it up talks to the object's own process, never through the registry; and the registry itself need not know
 * the interfaces of what is bound. Only processes of the user who runs the registry may bind and unbind.
 */
public interface Registry extends java.rmi.registry.Registry {}
