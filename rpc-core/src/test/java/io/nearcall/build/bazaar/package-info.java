// SPDX-License-Identifier: Apache-2.0
/** An application with interfaces of all shapes, for tests of builds. */
package io.nearcall.build.bazaar;
