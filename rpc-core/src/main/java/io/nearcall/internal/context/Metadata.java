// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.context;

import io.nearcall.internal.codec.MalformedMessage;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The pairs of strings that go along with a call, together with the bytes that travel. The pairs are immutable. */
public final class Metadata {

    /*
     * What travels, little-endian, once for each pair:
     *
     *     u16 length, key     UTF-8; letters, digits, '.', '_' and '-' of ASCII
     *     u16 length, value   UTF-8
     */

    public static final int MAX_PAIRS = 16;

    /** The most bytes of all keys and values together. */
    public static final int MAX_TEXT_BYTES = 2048;

    private static final int LENGTH_BYTES = Short.BYTES;
    static final int MAX_ENCODED_BYTES = MAX_TEXT_BYTES + 2 * LENGTH_BYTES * MAX_PAIRS;

    public static final Metadata NONE = new Metadata(Map.of(), new byte[0]);

    private final Map<String, String> pairs;
    private final byte[] encoded;
    private Object kept; // this and terms are plain, because whoever loses a race makes an equal object
    private Object terms;

    private Metadata(Map<String, String> pairs, byte[] encoded) {
        this.pairs = pairs;
        this.encoded = encoded;
    }

    /** The pairs in the order in which they were set. Unmodifiable. */
    public Map<String, String> pairs() {
        return pairs;
    }

    /** What an observer has made of these pairs, and has kept with them for the next call that carries them; or null. */
    public Object kept() {
        return kept;
    }

    /** Keeps that object. Any thread may get it, without any order, so it must be safe to publish in that way. */
    public void keep(Object made) {
        kept = made;
    }

    /** The terms of calls that carry nothing but these pairs, made for the last such call; null if there was none. */
    public Object terms() {
        return terms;
    }

    /** Keeps terms, which must be immutable. */
    public void keepTerms(Object made) {
        terms = made;
    }

    /** The bytes that travel. Must not be changed. */
    byte[] encoded() {
        return encoded;
    }

    /**
     * These pairs and one more, which takes the place of a pair with the same key.
     *
     * @throws IllegalArgumentException if {@code key} cannot be a key, or the value is not text
     * @throws IllegalArgumentException if there would be too many pairs, or too many bytes
     */
    public Metadata with(String key, String value) {
        if (!isKey(key)) {
            throw new IllegalArgumentException(
                    "key=\"" + key + "\": a key has at least one of A-Z a-z 0-9 . _ - and nothing else");
        }
        Map<String, String> changed = new LinkedHashMap<>(pairs);
        changed.put(key, value);
        return of(changed, key);
    }

    /** These pairs without the pair of that key. */
    public Metadata without(String key) {
        if (!pairs.containsKey(key)) {
            return this;
        }
        Map<String, String> changed = new LinkedHashMap<>(pairs);
        changed.remove(key);
        return changed.isEmpty() ? NONE : of(changed, key);
    }

    private static Metadata of(Map<String, String> pairs, String changedKey) {
        byte[][] texts = new byte[2 * pairs.size()][];
        int textBytes = 0;
        int count = 0;
        for (Map.Entry<String, String> pair : pairs.entrySet()) {
            texts[count] = pair.getKey().getBytes(StandardCharsets.US_ASCII);
            texts[count + 1] = utf8(pair.getKey(), pair.getValue());
            textBytes += texts[count].length + texts[count + 1].length;
            count += 2;
        }
        if (pairs.size() > MAX_PAIRS || textBytes > MAX_TEXT_BYTES) {
            throw new IllegalArgumentException("With \"" + changedKey + "\" there would be " + pairs.size()
                    + " pairs of metadata and " + textBytes + " bytes of text in them; " + MAX_PAIRS + " pairs and "
                    + MAX_TEXT_BYTES
                    + " bytes go along with a call. Put a short name for it there, and pass the rest as an argument.");
        }
        byte[] encoded = new byte[textBytes + count * LENGTH_BYTES];
        int at = 0;
        for (byte[] text : texts) {
            encoded[at++] = (byte) text.length;
            encoded[at++] = (byte) (text.length >> Byte.SIZE);
            System.arraycopy(text, 0, encoded, at, text.length);
            at += text.length;
        }
        return new Metadata(Collections.unmodifiableMap(pairs), encoded);
    }

    private static byte[] utf8(String key, String value) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return copy;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the value of key=\"" + key + "\" has half a surrogate pair in it", e);
        }
    }

    private static boolean isKey(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (!letter && (c < '0' || c > '9') && c != '.' && c != '_' && c != '-') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /**
     * Decodes what another process has sent. Keeps the array.
     *
     * @throws MalformedMessage if {@link #with} would never have made these bytes
     */
    static Metadata decode(byte[] encoded) {
        if (encoded.length == 0) {
            return NONE;
        }
        Map<String, String> pairs = new LinkedHashMap<>();
        int textBytes = encoded.length;
        for (int at = 0; at < encoded.length; textBytes -= 2 * LENGTH_BYTES) {
            String key = text(encoded, at);
            at += LENGTH_BYTES + length(encoded, at);
            String value = text(encoded, at);
            at += LENGTH_BYTES + length(encoded, at);
            if (!isKey(key) || pairs.put(key, value) != null) {
                throw new MalformedMessage("a context with a key that is none, or comes twice");
            }
        }
        if (pairs.size() > MAX_PAIRS || textBytes > MAX_TEXT_BYTES) {
            throw new MalformedMessage("a context of " + pairs.size() + " pairs with " + textBytes + " bytes");
        }
        return new Metadata(Collections.unmodifiableMap(pairs), encoded);
    }

    private static int length(byte[] encoded, int at) {
        if (encoded.length - at < LENGTH_BYTES) {
            throw new MalformedMessage("a context that ends within a pair");
        }
        return encoded[at] & 0xFF | (encoded[at + 1] & 0xFF) << Byte.SIZE;
    }

    private static String text(byte[] encoded, int at) {
        int length = length(encoded, at);
        if (length > encoded.length - at - LENGTH_BYTES) {
            throw new MalformedMessage("a context that ends within a pair");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(encoded, at + LENGTH_BYTES, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedMessage("a context with bytes that are no UTF-8");
        }
    }

    @Override
    public String toString() {
        return pairs.toString();
    }
}
