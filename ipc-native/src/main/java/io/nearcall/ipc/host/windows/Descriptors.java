// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host.windows;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The numbers that stand for what {@link WindowsHost} has open. None is used twice. */
final class Descriptors {

    private final AtomicInteger next = new AtomicInteger();
    private final Map<Integer, Descriptor> opened = new ConcurrentHashMap<>();

    int add(Descriptor descriptor) {
        int number = next.getAndUpdate(last -> last == Integer.MAX_VALUE ? 0 : last + 1);
        opened.put(number, descriptor);
        return number;
    }

    Descriptor get(int number) {
        return get(number, Descriptor.class);
    }

    <T extends Descriptor> T get(int number, Class<T> kind) {
        return kind.cast(present(opened.get(number), number));
    }

    Descriptor remove(int number) {
        return present(opened.remove(number), number);
    }

    private static Descriptor present(Descriptor descriptor, int number) {
        if (descriptor == null) {
            throw new OsException("lookup", Errno.EBADF, "descriptor=" + number);
        }
        return descriptor;
    }
}
