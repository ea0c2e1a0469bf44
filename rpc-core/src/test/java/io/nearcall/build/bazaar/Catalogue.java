// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build.bazaar;

import java.util.List;

/** Says nothing of being remote. */
public interface Catalogue<T> {

    T find(String name);

    List<T> findAll(List<? extends T> like);
}
