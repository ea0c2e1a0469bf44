// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class RevisionTest {

    private static final List<String> FIRST = List.of(
            "ipc-native/src/main/c/os.c",
            "codegen/src/main/java/Stubs.java",
            "rpc-core/src/main/java/Endpoint.java",
            "rpc-core/src/test/java/EndpointTest.java",
            "rpc-core/chaos/src/test/java/Row.java",
            "bench/src/main/java/Bench.java",
            "docs/page.md");

    @TempDir
    private Path repository;

    private Revision revision;

    @BeforeEach
    void create() throws Exception {
        revision = new Revision(repository);
        git("init", "-q");
        commit(FIRST);
    }

    private void git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@b"));
        command.addAll(List.of(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(repository.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new TestAbortedException("there is no git", e);
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private void change(String file) throws IOException {
        Path path = repository.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, (Files.exists(path) ? Files.readString(path) : "") + "line\n");
    }

    private String commit(List<String> files) throws Exception {
        for (String file : files) {
            change(file);
        }
        git("add", ".");
        git("commit", "-q", "-m", "change");
        return revision.current();
    }

    @Test
    void shouldSayThatMainSourcesAreNotThoseOfTheCommit() throws Exception {
        String commit = revision.current();
        change("rpc-core/src/main/java/Added.java");
        assertThat(revision.current()).isEqualTo(commit + " with changes");
        assertThat(revision.sources(revision.current())).isEmpty();
    }

    @Test
    void shouldNotCountWhatOnlyTriesTheProduct() throws Exception {
        String commit = revision.current();
        for (String file : FIRST.subList(3, FIRST.size())) {
            change(file);
        }
        assertThat(revision.current()).isEqualTo(commit).matches("[0-9a-f]{10}");
    }

    @Test
    void shouldFindTheSameSourcesInCommitsBetweenWhichOnlyTestsAndDocumentsHaveChanged() throws Exception {
        String first = revision.current();
        String second = commit(FIRST.subList(3, FIRST.size()));
        assertThat(second).isNotEqualTo(first);
        assertThat(revision.sources(second)).isPresent().isEqualTo(revision.sources(first));
    }

    @Test
    void shouldTellTheSourcesOfEachModuleFromOthers() throws Exception {
        String before = revision.current();
        for (String file : FIRST.subList(0, 3)) {
            String after = commit(List.of(file));
            assertThat(revision.sources(after)).isPresent().isNotEqualTo(revision.sources(before));
            before = after;
        }
    }

    @Test
    void shouldNotKnowTheSourcesOfACommitOfAnotherRepository() {
        assertThat(revision.sources("0123456789")).isEmpty();
        assertThat(revision.sources("unknown")).isEmpty();
    }
}
