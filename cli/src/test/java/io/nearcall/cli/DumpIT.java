// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.ipc.os.Memory;
import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code dump} shows of processes that have ended in one way or another while calls were in flight. */
@Timeout(120)
public final class DumpIT {

    public interface Desk {
        int add(int a, int b);

        /** Does not return before its process ends. */
        void hang() throws InterruptedException;

        /** Ends its process in that way. */
        void die(String how) throws InterruptedException;
    }

    private static final class BusyDesk implements Desk {
        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public void hang() throws InterruptedException {
            Thread.sleep(Long.MAX_VALUE); // until the process ends, or the endpoint is closed
        }

        @Override
        public void die(String how) throws InterruptedException {
            switch (how) {
                case "store" -> Memory.buffer(8, 8).putLong(0, 1); // an unmapped address: a SIGSEGV
                case "halt" -> Runtime.getRuntime().halt(3);
                case "memory" -> fill();
                case "exit" -> System.exit(0);
                default -> throw new IllegalArgumentException("how=" + how);
            }
        }

        private static void fill() {
            List<byte[]> all = new ArrayList<>();
            while (true) {
                all.add(new byte[1 << 20]);
            }
        }
    }

    /** Offers a desk. With an argument its main thread dies of an exception as soon as it gets a line. */
    static final class Office {
        private Office() {}

        public static void main(String[] arguments) throws Exception {
            Endpoint endpoint = Endpoint.builder().name("office").open();
            endpoint.export(Desk.class, new BusyDesk(), "desk");
            System.out.println("ready");
            if (arguments.length > 0) {
                System.in.read();
                throw new IllegalStateException("of the test");
            }
            endpoint.awaitClose();
        }
    }

    /** Calls a desk that hangs. */
    static final class Visitor {
        private Visitor() {}

        public static void main(String[] arguments) throws Exception {
            try (Endpoint endpoint = Endpoint.builder().name("visitor").open()) {
                Desk desk = endpoint.lookup(Desk.class, "desk");
                desk.add(1, 2);
                System.out.println("ready");
                desk.hang();
            }
        }
    }

    /** Of a JVM that has started, and something more. */
    private static final long GROUP_BYTES = 256 << 20;

    /** The exit status of a process that SIGKILL has ended. */
    private static final int KILLED = 128 + 9;

    @RegisterExtension
    private final OwnDirectory directory = new OwnDirectory();

    private final List<Process> started = new ArrayList<>();
    private MemoryGroup group; // null unless a process is in one
    private Process office;
    private Endpoint endpoint;
    private Desk desk;

    @AfterEach
    void end() throws Exception {
        if (endpoint != null) {
            endpoint.close();
        }
        for (Process each : started) {
            each.destroyForcibly().waitFor();
        }
        if (group != null) {
            group.close();
        }
    }

    private Process java(Class<?> main, String... arguments) throws Exception {
        return java(List.of(), "64m", main, arguments);
    }

    private Process java(List<String> prefix, String heap, Class<?> main, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "-Xmx" + heap,
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + directory.path().resolve("crash.log"),
                main.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = directory
                .java(command.toArray(String[]::new))
                .redirectError(ProcessBuilder.Redirect.DISCARD); // what a crash writes
        builder.command().addAll(0, prefix);
        Process process = builder.start();
        started.add(process);
        BufferedReader out = process.inputReader();
        assertThat(out.readLine()).isEqualTo("ready");
        return process;
    }

    private void openOffice(String... arguments) throws Exception {
        openOffice(java(Office.class, arguments));
    }

    private void openOffice(Process process) {
        office = process;
        endpoint = Endpoint.builder().name("caller").open();
        desk = endpoint.lookup(Desk.class, "desk");
        assertThat(desk.add(1, 2)).isEqualTo(3);
    }

    /** Something that is called and does not return, but fails sooner or later. */
    private interface Call {
        void run() throws Exception;
    }

    private static Thread calling(Call call) {
        Thread caller = new Thread(() -> {
            try {
                call.run();
            } catch (Exception e) {
                // the process that was called has ended
            }
        });
        caller.setDaemon(true);
        caller.start();
        return caller;
    }

    private static long ownPid() {
        return ProcessHandle.current().pid();
    }

    private static String dump(long pid) {
        return CommandRun.of("dump", Long.toString(pid)).out();
    }

    private static void awaitDump(long pid, String text) throws Exception {
        while (!dump(pid).contains(text)) {
            Thread.sleep(10); // the call is on its way
        }
    }

    private static String running(String method) {
        return "1 x desk." + method + ", called by process " + ownPid() + ": running";
    }

    private void signal(String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(office.pid()))
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void shouldShowWhatRanWhenAProcessWasKilled() throws Exception {
        openOffice();
        Thread one = calling(desk::hang);
        Thread other = calling(desk::hang);
        awaitDump(office.pid(), "2 x desk.hang, called by process " + ownPid() + ": running");
        assertThat(dump(ownPid())).contains("2 x desk.hang, called in process " + office.pid() + ": running there");
        signal("KILL");
        office.waitFor();
        one.join();
        other.join();
        assertThat(dump(office.pid()))
                .contains("endpoint \"office\" of process " + office.pid() + ", dead")
                .contains("2 x desk.hang, called by process " + ownPid() + ": running")
                .doesNotContain("x desk.add,")
                .contains("connected with process " + ownPid());
        assertThat(dump(ownPid()))
                .contains("calls in flight: none", "2 x desk.hang, caller, from", "ConnectionLostException");
        SchemasTest.assertFits(
                CommandRun.of("dump", Long.toString(office.pid()), "--json").out(), "dump");
    }

    @ParameterizedTest
    @ValueSource(strings = {"store", "halt", "memory"})
    void shouldShowWhichCallHasEndedItsProcess(String how) throws Exception {
        openOffice();
        Thread caller = calling(() -> desk.die(how));
        assertThat(office.waitFor()).isNotZero();
        caller.join();
        assertThat(dump(office.pid()))
                .contains("endpoint \"office\" of process " + office.pid() + ", dead", running("die"));
        assertThat(CommandRun.of("dump", Long.toString(office.pid()), "--json").out())
                .contains("\"method\":\"die\",\"side\":\"service\",\"peerPid\":" + ownPid(), "\"state\":\"running\"");
    }

    /** Its heap may be larger than the memory that there is. */
    @Test
    void shouldShowWhichCallRanWhenTheKernelHadNoMemoryLeft() throws Exception {
        group = MemoryGroup.of(GROUP_BYTES);
        openOffice(java(group.prefix(), "8g", Office.class));
        Thread caller = calling(() -> desk.die("memory"));
        assertThat(office.waitFor()).isEqualTo(KILLED);
        assertThat(group.kills()).isEqualTo(1);
        caller.join();
        assertThat(dump(office.pid()))
                .contains("endpoint \"office\" of process " + office.pid() + ", dead", running("die"))
                .contains("connected with process " + ownPid());
        assertThat(dump(ownPid())).contains("calls in flight: none", "1 x desk.die, caller, from");
    }

    @Test
    void shouldShowACallOfAStoppedProcess() throws Exception {
        openOffice();
        Thread hanging = calling(desk::hang);
        awaitDump(office.pid(), running("hang"));
        signal("STOP");
        while (!dump(office.pid()).contains("of process " + office.pid() + ", stopped")) {
            Thread.sleep(1); // the signal is on its way
        }
        assertThat(dump(office.pid())).contains(running("hang"));
        Thread adding = calling(() -> desk.add(3, 4));
        awaitDump(ownPid(), "1 x desk.add, called in process " + office.pid() + ": sent, not taken");
        signal("CONT");
        adding.join();
        assertThat(dump(ownPid())).doesNotContain("x desk.add, called");
        signal("KILL");
        hanging.join();
    }

    @Test
    void shouldShowWhatAKilledCallerWaitedFor() throws Exception {
        office = java(Office.class);
        Process visitor = java(Visitor.class);
        awaitDump(visitor.pid(), "1 x desk.hang, called in process " + office.pid() + ": running there");
        signal("STOP"); // or the method would be interrupted
        visitor.destroyForcibly().waitFor();
        assertThat(dump(visitor.pid()))
                .contains("of process " + visitor.pid() + ", dead")
                .contains("1 x desk.hang, called in process " + office.pid() + ": running there");
        signal("KILL");
    }

    /** It has said goodbye, and its callers know the outcomes of their calls. */
    private void assertNothingIsKept() throws Exception {
        office.waitFor();
        CommandRun dump = CommandRun.of("dump", Long.toString(office.pid()));
        assertThat(dump.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(dump.err()).contains("Nothing is kept of process " + office.pid());
    }

    @Test
    void shouldKeepNothingOfAProcessThatIsToldToEnd() throws Exception {
        openOffice();
        Thread caller = calling(desk::hang);
        awaitDump(office.pid(), running("hang"));
        signal("TERM");
        assertNothingIsKept();
        caller.join();
        assertThat(dump(ownPid())).contains("calls in flight: none", "1 x desk.hang, caller, from");
    }

    @Test
    void shouldKeepNothingOfAProcessThatExits() throws Exception {
        openOffice();
        Thread caller = calling(() -> desk.die("exit"));
        assertNothingIsKept();
        caller.join();
        assertThat(dump(ownPid())).contains("calls in flight: none");
    }

    @Test
    void shouldKeepNothingOfAProcessWhoseMainThreadHasDied() throws Exception {
        openOffice("dying");
        Thread caller = calling(desk::hang);
        awaitDump(office.pid(), running("hang"));
        office.outputWriter().append('\n').flush();
        assertNothingIsKept();
        assertThat(office.exitValue()).isEqualTo(1);
        caller.join();
    }
}
