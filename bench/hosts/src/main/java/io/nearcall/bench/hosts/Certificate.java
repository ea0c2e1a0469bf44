// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The one certificate by which both sides prove who they are, and which both trust. */
record Certificate(Path directory) {

    private static final String ALIAS = "bench";
    private static final String PASSWORD = "changeit";

    /** Makes the certificate. */
    static Certificate make(Path directory) throws IOException, InterruptedException, GeneralSecurityException {
        Files.createDirectories(directory);
        Certificate made = new Certificate(directory);
        Files.deleteIfExists(made.store());
        Process keytool = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/keytool",
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=bench",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        made.store().toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes());
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
        KeyStore store = made.open();
        writePem(made.chain(), "CERTIFICATE", store.getCertificate(ALIAS).getEncoded());
        writePem(
                made.key(),
                "PRIVATE KEY",
                store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded());
        return made;
    }

    private static void writePem(Path file, String kind, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(bytes);
        Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private Path store() {
        return directory.resolve("bench.p12");
    }

    Path chain() {
        return directory.resolve("bench.pem");
    }

    Path key() {
        return directory.resolve("bench.key");
    }

    private KeyStore open() throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(store().toFile(), PASSWORD.toCharArray());
    }

    /** Returns what a socket of the JDK needs. */
    SSLContext context() throws IOException, GeneralSecurityException {
        KeyStore store = open();
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, store.getCertificate(ALIAS));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
