// SPDX-License-Identifier: Apache-2.0
/** An application whose interfaces are of all shapes, for tests of builds. */
package io.nearcall.build.bazaar;
