// SPDX-License-Identifier: Apache-2.0
/** Classes that tests load a second time, through class loaders of their own. */
package io.nearcall.codegen.foreign;
