// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.Vectors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/vectors/shapes.txt. */
class ShapeVectorsTest {

    private static final List<Class<?>> CLASSES = List.of(
            Shop.Line.class,
            Shop.Status.class,
            Shop.Order.class,
            Shop.Person.class,
            Shop.Employee.class,
            Shop.Everything.class,
            Shop.Line[].class,
            Shop.Shape[].class,
            JavaFormTest.Holder.class);

    private final Vectors vectors = new Vectors("shapes.txt");

    @Test
    void shouldWriteEachShapeAndItsFingerprintAsTheVectors() throws IOException {
        for (Class<?> type : CLASSES) {
            ClassShape shape = ClassShape.of(type);
            vectors.add("shape of " + type.getName(), shape.text().getBytes(StandardCharsets.UTF_8));
            vectors.add("fingerprint of " + type.getName(), fingerprint(shape));
        }
        vectors.check();
    }

    @Test
    void shouldReadEachShapeOfTheVectors() {
        for (Class<?> type : CLASSES) {
            String name = type.getName();
            ClassShape read =
                    new ClassShape(name, new String(vectors.bytes("shape of " + name), StandardCharsets.UTF_8));
            assertThat(read).isEqualTo(ClassShape.of(type));
            assertThat(fingerprint(read)).isEqualTo(vectors.bytes("fingerprint of " + name));
            assertThat(ShapeMatch.of(ClassShape.of(type), read)).isEqualTo(ShapeMatch.SAME);
        }
    }

    /** As in the example of docs/internals/protocol.md, section 7, except for its package. */
    record Line(String sku, int quantity) {}

    @Test
    void shouldComputeTheFingerprintOfTheDocumentsExample() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "internals", "protocol.md"));
        ClassShape shape = ClassShape.of(Line.class);
        assertThat(document).contains(shape.text().replace("\n", "\\n"));
        assertThat(document)
                .contains("0x" + Long.toHexString(shape.fingerprint()) + ", in CLASS_OFFER as "
                        + HexFormat.ofDelimiter(" ").formatHex(fingerprint(shape)));
    }

    private static byte[] fingerprint(ClassShape shape) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(shape.fingerprint())
                .array();
    }
}
