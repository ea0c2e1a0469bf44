// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Certificates for tests, made by keytool. All of a directory have the same key. */
final class Certificates {

    private static final String PASSWORD = "changeit";
    private static final String ANY = "any";

    private final Path directory;

    private Certificates(Path directory) {
        this.directory = directory;
    }

    /** Certificates that are there. */
    static Certificates of(Path directory) {
        return new Certificates(directory);
    }

    /** Makes the key. */
    static Certificates in(Path directory) throws Exception {
        return in(directory, "EC");
    }

    /** Makes the key, of that algorithm. */
    static Certificates in(Path directory, String keyAlgorithm) throws Exception {
        Certificates made = new Certificates(directory);
        made.keytool(ANY, "-genkeypair", "-dname", "CN=any", "-keyalg", keyAlgorithm);
        made.keytool(ANY, "-certreq", "-file", made.path("any.csr").toString());
        made.writePem(
                "key",
                "PRIVATE KEY",
                made.store(ANY).getKey(ANY, PASSWORD.toCharArray()).getEncoded());
        return made;
    }

    private Path path(String name) {
        return directory.resolve(name);
    }

    Path key() {
        return path("key.pem");
    }

    Path certificate(String name) {
        return path(name + ".pem");
    }

    /** Makes somebody who signs, whose certificate is there under that name. */
    void authority(String name) throws Exception {
        keytool(name, "-genkeypair", "-dname", "CN=" + name, "-keyalg", "EC", "-ext", "bc:c");
        Certificate certificate = store(name).getCertificate(name);
        writePem(name, "CERTIFICATE", certificate.getEncoded());
    }

    /** Signs a certificate with these alternative names, as keytool writes them. */
    void sign(String authority, String name, String alternativeNames, String... more) throws Exception {
        List<String> options = new ArrayList<>(
                List.of("-gencert", "-rfc", "-infile", path("any.csr").toString()));
        options.addAll(List.of("-outfile", certificate(name).toString()));
        options.addAll(List.of("-dname", "CN=" + name, "-ext", "san=" + alternativeNames));
        options.addAll(List.of(more));
        keytool(authority, options.toArray(String[]::new));
    }

    private KeyStore store(String alias) throws Exception {
        return KeyStore.getInstance(path(alias + ".p12").toFile(), PASSWORD.toCharArray());
    }

    private void writePem(String name, String kind, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(bytes);
        Files.writeString(
                path(name + ".pem"), "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private void keytool(String alias, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/keytool"));
        command.add("-J-XX:TieredStopAtLevel=1");
        command.addAll(List.of(options));
        command.addAll(
                List.of("-alias", alias, "-keystore", path(alias + ".p12").toString()));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException(command + ": " + said);
        }
    }
}
