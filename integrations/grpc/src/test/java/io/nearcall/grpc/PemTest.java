// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.spec.InvalidKeySpecException;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PemTest {

    @TempDir
    Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("file.pem"), text);
    }

    private static String part(String kind, byte[] content) {
        return "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + kind
                + "-----\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void shouldReadAKeyAmongOtherParts(String algorithm) throws Exception {
        PrivateKey key =
                KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate();
        String text = "Bag Attributes\n" + part("EC PARAMETERS", new byte[10]) + "0 and text\n"
                + part("PRIVATE KEY", key.getEncoded()) + part("CERTIFICATE", new byte[10]);
        assertThat(Pem.key(file(text))).isEqualTo(key);
    }

    @Test
    void shouldNotReadAFileThatEndsWithinAPart() throws IOException {
        String whole = part("CERTIFICATE", new byte[100]);
        Path file = file(part("CERTIFICATE", new byte[100]) + whole.substring(0, whole.length() - 10));
        assertThatIOException()
                .isThrownBy(() -> Pem.certificates(file))
                .withMessage(file + " has a part without an end");
    }

    @Test
    void shouldSayWhichPartIsMissing() throws IOException {
        Path file = file(part("EC PRIVATE KEY", new byte[10]));
        assertThatIOException()
                .isThrownBy(() -> Pem.key(file))
                .withMessage(file + " has no part \"-----BEGIN PRIVATE KEY-----\"");
    }

    @Test
    void shouldSayWhichFileIsBroken() throws IOException {
        Path file = file(part("CERTIFICATE", new byte[10]) + part("PRIVATE KEY", new byte[10]));
        assertThatThrownBy(() -> Pem.certificates(file))
                .isInstanceOf(CertificateException.class)
                .hasMessageStartingWith(file + " has a broken certificate");
        assertThatThrownBy(() -> Pem.key(file))
                .isInstanceOf(InvalidKeySpecException.class)
                .hasMessageStartingWith(file + " has a broken key");
        Path digits = file("-----BEGIN CERTIFICATE-----\nA\n-----END CERTIFICATE-----\n");
        assertThatIOException()
                .isThrownBy(() -> Pem.certificates(digits))
                .withMessageStartingWith(digits + " has a broken part");
    }
}
