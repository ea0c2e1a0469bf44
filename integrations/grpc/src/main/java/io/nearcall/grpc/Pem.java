// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads files in PEM. Ignores text between the parts, and parts of other kinds. */
final class Pem {

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final String BEGIN = "-----BEGIN ";
    private static final Pattern PART =
            Pattern.compile(BEGIN + "([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");

    /** The algorithms of keys that can sign in TLS 1.3. */
    private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

    private Pem() {}

    /** Reads all certificates of a file. The result has at least one. */
    static List<X509Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> certificates = new ArrayList<>();
        for (byte[] part : parts(file, CERTIFICATE)) {
            try {
                certificates.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(part)));
            } catch (CertificateException e) {
                throw new CertificateException(file + " has a broken certificate: " + e.getMessage(), e);
            }
        }
        return List.copyOf(certificates);
    }

    /** Reads the first key of a file. */
    static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
        PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(parts(file, KEY).get(0));
        for (String algorithm : KEY_ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
            } catch (InvalidKeySpecException e) {
                // it is one of another algorithm
            }
        }
        throw new InvalidKeySpecException(file + " has a broken key, or one that is none of " + KEY_ALGORITHMS);
    }

    /**
     * Reads the contents of all parts of one kind. The result has at least one.
     *
     * @throws IOException if the file cannot be read, has no such part, or ends within a part
     */
    private static List<byte[]> parts(Path file, String kind) throws IOException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        List<byte[]> parts = new ArrayList<>();
        Matcher part = PART.matcher(text);
        int end = 0;
        while (part.find()) {
            requireNoBegin(file, text.substring(end, part.start()));
            end = part.end();
            if (part.group(1).equals(kind)) {
                parts.add(decoded(file, part.group(2)));
            }
        }
        requireNoBegin(file, text.substring(end));
        if (parts.isEmpty()) {
            throw new IOException(file + " has no part \"" + BEGIN + kind + "-----\"");
        }
        return parts;
    }

    private static byte[] decoded(Path file, String base64) throws IOException {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " has a broken part: " + e.getMessage(), e);
        }
    }

    private static void requireNoBegin(Path file, String between) throws IOException {
        if (between.contains(BEGIN)) {
            throw new IOException(file + " has a part without an end");
        }
    }
}
