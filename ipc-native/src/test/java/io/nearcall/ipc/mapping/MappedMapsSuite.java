// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.security.auth.module.NTSystem;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.windows.Memory;
import io.nearcall.ipc.os.windows.RandomBytes;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.SegmentShape;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Runs under Wine on Java 25, from {@code WindowsChannelsIT} in rpc-core. */
class MappedMapsSuite {

    private static final SegmentShape SHAPE = new SegmentShape(1, 1, 64 * 1024, 64);
    private static final long INVALID_HANDLE = -1;
    private static final long NONE = 0;
    private static final int REVISION = 1;
    private static final int ATTRIBUTES_BYTES = 24;
    private static final int PAGE_READWRITE = 4;
    private static final int SEC_RESERVE = 0x4000000;

    /** Functions of Windows know addresses only, for which the garbage collector keeps nothing. */
    private final List<ByteBuffer> inUse = new ArrayList<>();

    private final String name = "Local\\nearcall-" + RandomBytes.hex();

    @Test
    void shouldRefuseControlWordsWithoutMemory() throws Throwable {
        reserve(name, SegmentDescriptor.controlLength(1));
        assertThatThrownBy(() -> MappedMaps.attach(name, SHAPE))
                .isInstanceOf(PeerFault.class)
                .hasMessageContaining("has no memory");
    }

    @Test
    void shouldRefuseARingWithoutMemory() throws Throwable {
        Memory.create(name, SegmentDescriptor.controlLength(1));
        reserve(name + "-0", SHAPE.ringCapacity());
        assertThatThrownBy(() -> MappedMaps.attach(name, SHAPE))
                .isInstanceOf(PeerFault.class)
                .hasMessageContaining(name + "-0 has no memory");
    }

    @Test
    void shouldSayWhyAMappingMayBeMissing() {
        assertThatThrownBy(() -> MappedMaps.attach(name, SHAPE))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOENT))
                .hasMessageContaining("runs in another session");
    }

    /** Makes a mapping of this user whose pages have no memory. */
    private void reserve(String name, int lengthBytes) throws Throwable {
        String access = "O:" + new NTSystem().getUserSID() + "D:(A;;GA;;;WD)";
        ByteBuffer descriptor = memory(Long.BYTES);
        String convert = "ConvertStringSecurityDescriptorToSecurityDescriptorW";
        assertThat(call("advapi32", convert, address(text(access)), REVISION, address(descriptor), NONE))
                .isNotZero();
        ByteBuffer attributes = memory(ATTRIBUTES_BYTES);
        attributes.putInt(0, ATTRIBUTES_BYTES).putLong(Long.BYTES, descriptor.getLong(0));
        int protection = PAGE_READWRITE | SEC_RESERVE;
        assertThat(call(
                        "kernel32",
                        "CreateFileMappingW",
                        INVALID_HANDLE,
                        address(attributes),
                        protection,
                        0,
                        lengthBytes,
                        address(text(name))))
                .isNotZero();
    }

    private ByteBuffer memory(int lengthBytes) {
        ByteBuffer memory = ByteBuffer.allocateDirect(lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
        inUse.add(memory);
        return memory;
    }

    private ByteBuffer text(String text) {
        byte[] units = (text + '\0').getBytes(StandardCharsets.UTF_16LE);
        return memory(units.length).put(units).rewind();
    }

    private static Object address(ByteBuffer memory) throws Exception {
        Object segment =
                type("MemorySegment").getMethod("ofBuffer", Buffer.class).invoke(null, memory);
        return type("MemorySegment").getMethod("address").invoke(segment);
    }

    /** Calls a function of Windows, by classes of Java 22. */
    private static long call(String library, String function, Object... arguments) throws Throwable {
        Class<?> layout = type("MemoryLayout");
        Object[] layouts = (Object[]) Array.newInstance(layout, arguments.length);
        for (int i = 0; i < arguments.length; i++) {
            layouts[i] = layout(arguments[i] instanceof Long ? "JAVA_LONG" : "JAVA_INT");
        }
        Object symbols = type("SymbolLookup")
                .getMethod("libraryLookup", String.class, type("Arena"))
                .invoke(null, library, type("Arena").getMethod("global").invoke(null));
        Optional<?> symbol = (Optional<?>)
                type("SymbolLookup").getMethod("find", String.class).invoke(symbols, function);
        Object descriptor = type("FunctionDescriptor")
                .getMethod("of", layout, layouts.getClass())
                .invoke(null, layout("JAVA_LONG"), layouts);
        Class<?> option = type("Linker$Option");
        MethodHandle called = (MethodHandle) type("Linker")
                .getMethod("downcallHandle", type("MemorySegment"), type("FunctionDescriptor"), option.arrayType())
                .invoke(
                        type("Linker").getMethod("nativeLinker").invoke(null),
                        symbol.orElseThrow(),
                        descriptor,
                        Array.newInstance(option, 0));
        return (long) called.invokeWithArguments(arguments);
    }

    private static Object layout(String name) throws Exception {
        return type("ValueLayout").getField(name).get(null);
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName("java.lang.foreign." + name);
    }
}
