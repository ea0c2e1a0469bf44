// SPDX-License-Identifier: Apache-2.0
package odd;

import java.util.List;
import java.util.Map;

/** An interface whose types another one chooses. */
public interface Base<K, V> {
    V get(K key);

    Map<K, List<V>> all(V[] some);

    default int size() {
        return 0;
    }
}
