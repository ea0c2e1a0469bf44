// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.strangers;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.ipc.os.Fifo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** Other users: they can connect where they are allowed, and nowhere else. */
public final class Strangers implements Row {

    private static final int OWNER = 54_001;
    private static final int FRIEND = 54_002;
    private static final int THIRD = 54_003;
    private static final int TIMES = 10;
    private static final int TIMES_IN_FULL = 2_000;
    private static final int CALLS = 100;
    private static final long SETTLE_NS = 10_000_000_000L;
    private static final String SERVICE = "orders";
    private static final String REFUSED = "ConnectionRefusedException";
    private static final String INSECURE = "TransportException";
    private static final String OCCUPIED = "TransportException";
    private static final String CONTENT = "the victim's\n";

    private Tally tally;
    private Users users;
    private Users.Person owner;
    private Users.Person friend;
    private Users.Person third;

    @Override
    public String name() {
        return "strangers";
    }

    @Override
    public String description() {
        return "The processes belong to three users. In a configured directory of mode 0711 an allowed user calls."
                + " A third user is refused before anything from it is read. So is a server whose user its client does"
                + " not allow. Directories are refused that belong to others, or that others may write to or rename. So"
                + " are links, files and FIFOs in place of a directory, a socket or a lock, and all of them stay as"
                + " they were. Calls are those of the allowed user.";
    }

    @Override
    public String mutation() {
        return "a server does not check its caller's credentials";
    }

    @Override
    public void run(Campaign campaign, Tally rowTally) throws Exception {
        tally = rowTally;
        String obstacle = Users.obstacle();
        if (obstacle != null) {
            tally.note("nothing was done, because " + obstacle);
            Assumptions.abort("nothing was done, because " + obstacle); // the row is skipped, it has not passed
        }
        int times = campaign.count(TIMES, TIMES_IN_FULL);
        try (Users made = new Users()) {
            users = made;
            owner = users.person(OWNER);
            friend = users.person(FRIEND);
            third = users.person(THIRD);
            Path open = users.directory("open", OWNER, "rwx--x--x");
            for (int i = 0; i < times; i++) {
                letIn(open, i);
            }
            takeAndRestart(open);
            for (int i = 0; i < Math.max(1, times / 10); i++) {
                refuseServers();
                refuseDirectories();
                refuseFiles();
            }
            users.end().forEach(tally::crashed);
        }
    }

    /** An episode: the answer of that process begins with the given text. */
    private void expect(Users.Person person, String question, String answer) {
        String said = person.ask(question);
        check(question, said, answer);
        if (said.equals("serving") && !answer.equals(said)) {
            person.ask("end");
        }
    }

    private void check(String question, String answer, String expected) {
        if (!answer.startsWith(expected)) {
            tally.wrong(question.replace(users.place().toString(), "") + ": " + answer + " instead of " + expected);
        }
        tally.episode(answer.equals("answered") ? CALLS : 0, 0);
    }

    private void letIn(Path open, int round) {
        expect(owner, "serve " + open + " " + FRIEND + " " + SERVICE, "serving");
        Resources before = Resources.of(owner.pid());
        expect(friend, "call " + open + " " + OWNER + " " + SERVICE + " " + CALLS, "answered");
        expect(third, "call " + open + " " + OWNER + " " + SERVICE + " " + CALLS, REFUSED);
        expect(third, "call " + open + " - " + SERVICE + " " + CALLS, INSECURE);
        expect(third, "push " + open + " " + SERVICE, "-1 Refused[version=1, reason=USER");
        // FIFOs are for one user: a client that insists on them gets that as the reason.
        expect(friend, "call " + open + " " + OWNER + " fifo:" + SERVICE + " " + CALLS, REFUSED);
        if (round % 2 == 0) {
            expect(friend, "call " + open + " " + OWNER + " " + SERVICE + " " + CALLS, "answered");
        }
        if (Resources.awaitWithin(owner.pid(), before, SETTLE_NS) < 0) {
            tally.leaked("the owner has " + Resources.of(owner.pid()) + " instead of " + before);
        }
        expect(owner, "end", "ended");
        expect(owner, "serve " + open + " - " + SERVICE, "serving");
        expect(friend, "call " + open + " " + OWNER + " " + SERVICE + " " + CALLS, REFUSED);
        expect(owner, "end", "ended");
    }

    /** An allowed user waits for a service whose process was killed. It cannot remove the old files, and need not. */
    private void takeAndRestart(Path open) throws Exception {
        Users.Person first = users.person(OWNER);
        expect(first, "serve " + open + " " + FRIEND + " " + SERVICE, "serving");
        first.kill();
        expect(friend, "wait " + open + " " + OWNER + " " + SERVICE + " 100", "ServiceNotFoundException");
        friend.send("wait " + open + " " + OWNER + " " + SERVICE + " 10000");
        expect(owner, "serve " + open + " " + FRIEND + " " + SERVICE, "serving");
        check("waiting for a restart", friend.read(), "found 1");
        expect(friend, "serve " + open + " " + OWNER + " mine", "TransportException");
        expect(owner, "end", "ended");
    }

    /** A server whose user the client does not allow receives nothing from that client. */
    private void refuseServers() throws IOException {
        Path shared = users.directory("shared", OWNER, "rwxrwxrwx");
        third.send("listen " + shared + " " + SERVICE);
        third.expect("listening");
        Files.setPosixFilePermissions(shared, java.nio.file.attribute.PosixFilePermissions.fromString("rwx--x--x"));
        expect(owner, "call " + shared + " " + FRIEND + " " + SERVICE + " 1", REFUSED);
        check("what a server hears that is not allowed", third.read(), "heard 0");
        Files.delete(shared.resolve(SERVICE + ".sock"));
        Files.delete(shared);
    }

    private void refuseDirectories() throws IOException {
        for (String permissions : new String[] {"rwxrwxrwx", "rwxrwx---", "rwx----w-", "rwxr-x---", "rwxr-xr-x"}) {
            refuseDirectory(users.directory("run", OWNER, permissions), INSECURE);
        }
        refuseDirectory(users.directory("run", FRIEND, "rwx--x--x"), INSECURE);
        Path target = users.directory("target", OWNER, "rwx------");
        Path link = users.place().resolve("run");
        refuseDirectory(Files.createSymbolicLink(link, target), INSECURE);
        Files.delete(target);
        refuseDirectory(given(Files.writeString(link, CONTENT)), INSECURE);
        Fifo.make(link.toString());
        refuseDirectory(given(link), INSECURE);
        // What others could rename.
        for (Map.Entry<Integer, String> parent :
                Map.of(OWNER, "rwxrwxrwx", FRIEND, "rwxr-xr-x").entrySet()) {
            Path above = users.directory("above", parent.getKey(), parent.getValue());
            refuseDirectory(users.directory("above/run", OWNER, "rwx------"), INSECURE);
            Path linked = Files.createSymbolicLink(users.place().resolve("linked"), above);
            users.directory("above/run", OWNER, "rwx------");
            ask(linked.resolve("run"), INSECURE);
            Files.delete(above.resolve("run"));
            Files.delete(linked);
            Files.delete(above);
        }
        Path standard = Path.of("/tmp/nearcall-" + OWNER);
        if (!Files.exists(standard, LinkOption.NOFOLLOW_LINKS) && !Files.exists(Path.of("/run/user/" + OWNER))) {
            Files.createDirectory(standard);
            Users.give(standard, FRIEND);
            expect(owner, "serve - - " + SERVICE, INSECURE);
            expect(owner, "call - - " + SERVICE + " 1", INSECURE);
            Files.delete(standard);
        }
    }

    private static Path given(Path file) throws IOException {
        Users.give(file, OWNER);
        return file;
    }

    private void refuseDirectory(Path directory, String refusal) throws IOException {
        Map<String, Object> before = look(directory);
        ask(directory, refusal);
        untouched(directory, before);
        Files.delete(directory);
    }

    private void ask(Path directory, String refusal) {
        expect(owner, "serve " + directory + " - " + SERVICE, refusal);
        expect(owner, "call " + directory + " - " + SERVICE + " 1", refusal);
    }

    /** Makes something in place of the socket or the lock. */
    @FunctionalInterface
    private interface Decoy {
        void make(Path file) throws IOException;
    }

    private void refuseFiles() throws IOException {
        Path victim = given(Files.writeString(users.place().resolve("victim"), CONTENT));
        for (String suffix : new String[] {".sock", ".lock"}) {
            refuseFile(suffix, file -> Files.createSymbolicLink(file, victim), victim);
            refuseFile(suffix, file -> Files.createSymbolicLink(file, Path.of("nowhere")), victim);
            refuseFile(suffix, file -> given(Files.writeString(file, CONTENT)), victim);
            refuseFile(suffix, file -> Users.give(Files.writeString(file, CONTENT), THIRD), victim);
            refuseFile(suffix, file -> Files.createLink(file, victim), victim);
            refuseFile(suffix, file -> given(Files.createDirectory(file)), victim);
            refuseFile(
                    suffix,
                    file -> {
                        Fifo.make(file.toString());
                        given(file);
                    },
                    victim);
        }
        Files.delete(victim);
    }

    private void refuseFile(String suffix, Decoy decoy, Path victim) throws IOException {
        Path directory = users.directory("run", OWNER, "rwx------");
        Path file = directory.resolve(SERVICE + suffix);
        decoy.make(file);
        Map<String, Object> before = look(file);
        Map<String, Object> victimBefore = look(victim);
        // A lock of another user's cannot even be opened.
        boolean foreign = !before.get("uid").equals(OWNER)
                && suffix.equals(".lock")
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        expect(owner, "serve " + directory + " - " + SERVICE, foreign ? "TransportException" : OCCUPIED);
        if (suffix.equals(".sock")) {
            expect(owner, "call " + directory + " - " + SERVICE + " 1", OCCUPIED);
        }
        untouched(file, before);
        untouched(victim, victimBefore);
        if (Files.readString(victim).equals(CONTENT)
                && Resources.namesIn(directory).size() == 1) {
            Files.delete(file);
            Files.delete(directory);
        } else {
            tally.wrong("something was changed or left beside " + file.getFileName());
        }
    }

    private static Map<String, Object> look(Path file) throws IOException {
        return Files.readAttributes(file, "unix:ino,uid,mode,size,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
    }

    private void untouched(Path file, Map<String, Object> before) throws IOException {
        Map<String, Object> after = look(file);
        if (!after.equals(before)) {
            tally.wrong(file.getFileName() + " was " + before + " and is " + after);
        }
    }
}
