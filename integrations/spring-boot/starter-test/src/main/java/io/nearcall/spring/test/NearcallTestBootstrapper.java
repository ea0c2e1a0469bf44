// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.test;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/** Makes the context of a {@link NearcallTest}. */
final class NearcallTestBootstrapper extends TestSliceTestContextBootstrapper<NearcallTest> {}
