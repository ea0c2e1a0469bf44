// SPDX-License-Identifier: Apache-2.0
/** The systems under test, all behind {@link io.nearcall.bench.subject.Subject}, as the client JVM sees them. */
package io.nearcall.bench.subject;
