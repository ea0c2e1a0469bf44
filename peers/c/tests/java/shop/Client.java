// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.ConnectionLostException;
import io.nearcall.Context;
import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import io.nearcall.EncodingException;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Calls the service "kiosk" over a channel, which a C or C++ process offers. Ends with the death of that process. An argument
 * "always-begins" says that no handler of that process can forget to begin.
 */
public final class Client {

    private interface Test {
        void run(Shop kiosk) throws Exception;
    }

    private static void check(boolean condition, Object found) {
        if (!condition) {
            throw new AssertionError(found);
        }
    }

    private static void run(String name, Shop kiosk, Test test) throws Exception {
        test.run(kiosk);
        System.out.println("ok " + name);
    }

    public static void main(String[] arguments) throws Exception {
        try (Endpoint endpoint = Endpoint.builder().allow(Shop.Gift.class).open()) {
            Shop kiosk = endpoint.lookup(Shop.class, arguments[0] + ":kiosk");
            run("should_serve_primitives_and_strings", kiosk, Client::primitives);
            run("should_serve_records_and_throw_a_declared_exception", kiosk, Client::records);
            run("should_give_back_values_of_many_classes", kiosk, Client::values);
            run("should_serve_bytes_of_any_length", kiosk, Client::bytes);
            run("should_throw_with_a_cause", kiosk, Client::exceptions);
            run("should_offer_a_class_in_the_middle_of_an_answer", kiosk, Client::surprise);
            run("should_see_that_a_caller_gives_up", kiosk, Client::cancelled);
            run("should_answer_futures", kiosk, Client::futures);
            run("should_run_one_way_calls_in_their_order", kiosk, Client::notes);
            run("should_see_deadline_metadata_and_process_of_the_caller", kiosk, Client::context);
            run("should_pass_objects_by_reference_until_nobody_refers_to_them", kiosk, Client::tills);
            run("should_call_back_within_a_call", kiosk, Client::callbacks);
            run("should_refuse_methods_that_it_does_not_have", kiosk, Client::missing);
            if (!List.of(arguments).contains("always-begins")) {
                run("should_say_that_a_handler_did_not_begin", kiosk, Client::forgetful);
            }
            run("should_serve_many_threads", kiosk, Client::threads);
            run("should_start_its_lanes_again_after_a_rest", kiosk, Client::rest);
            run("should_serve_streams_and_read_those_of_its_caller", kiosk, Client::streams);
            Shop older = endpoint.lookup(Shop.class, arguments[0] + ":older");
            run("should_give_back_what_its_version_of_a_class_has", older, Client::versions);
            run("should_end_calls_when_it_dies", kiosk, Client::death);
        }
    }

    private static void primitives(Shop kiosk) {
        check(kiosk.add(2, 3) == 5, "add");
        check(kiosk.add(Integer.MAX_VALUE, 1) == Integer.MIN_VALUE, "add");
        String text = kiosk.describe(true, (byte) -1, '\u20ac', (short) -300, Integer.MIN_VALUE, Long.MAX_VALUE, 1.5f, -2.25);
        check(text.equals("true -1 8364 -300 -2147483648 9223372036854775807 1.5 -2.25"), text);
        check(kiosk.greet("Zo\u00eb \u2713 \ud83d\ude00").equals("Hello Zo\u00eb \u2713 \ud83d\ude00"), "greet");
        check(kiosk.greet(null) == null, "null");
    }

    private static void records(Shop kiosk) throws Exception {
        Shop.Item lamp = new Shop.Item("lamp", 3, Shop.Colour.GREEN, List.of("new"));
        Shop.Receipt receipt = kiosk.buy(lamp, 2.5);
        check(receipt.item().equals(lamp) && receipt.total() == 7.5, receipt);
        check(receipt.parts().length == 1 && receipt.parts()[0] == receipt.item(), Arrays.toString(receipt.parts()));
        try {
            kiosk.buy(lamp, 0);
            check(false, "nothing was thrown");
        } catch (Shop.SoldOut e) {
            check(e.getMessage().equals("lamp"), e);
        }
    }

    private static void values(Shop kiosk) {
        List<Object> shared = new ArrayList<>(Arrays.asList(1, 2L, null, 'x', DayOfWeek.FRIDAY, new int[] {1, 2}));
        Object[] all = {
            Map.of("a", List.of(1.5, true)),
            Instant.ofEpochSecond(1, 5),
            Duration.ofNanos(-1),
            new Shop.Item(null, 0, null, null),
            shared,
            shared,
            new java.math.BigDecimal("-1.25e30"),
            new String[] {"a", null},
        };
        Object[] back = (Object[]) kiosk.echo(all);
        for (int i = 0; i < all.length; i++) {
            check(i >= 4 || all[i].equals(back[i]), back[i]);
        }
        check(back[4] == back[5] && ((List<?>) back[4]).size() == 6, back[4]);
        check(back[6].equals(all[6]), back[6]);
        check(Arrays.equals((String[]) back[7], (String[]) all[7]), back[7]);
    }

    private static void bytes(Shop kiosk) {
        for (int length : new int[] {0, 1, 16300, 16367, 16368, 70000, 3000000}) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) (i * 31 + i / 251);
            }
            byte[] reversed = kiosk.reverse(bytes);
            check(reversed.length == length, reversed.length);
            for (int i = 0; i < length; i++) {
                check(reversed[i] == bytes[length - 1 - i], i);
            }
        }
    }

    private static void exceptions(Shop kiosk) {
        try {
            kiosk.fail();
            check(false, "nothing was thrown");
        } catch (IllegalStateException e) {
            check(e.getMessage().equals("closed"), e);
            check(e.getCause() instanceof IllegalArgumentException && e.getCause().getMessage().equals("till"), e.getCause());
        }
    }

    private static void surprise(Shop kiosk) {
        check(((Shop.Gift) kiosk.surprise()).wrapping.equals("silk"), "surprise");
    }

    private static void cancelled(Shop kiosk) throws Exception {
        try {
            Context.current().withDeadline(Duration.ofMillis(100)).call(() -> {
                kiosk.sleep(60_000);
                return null;
            });
            check(false, "it was not too late");
        } catch (DeadlineExceededException e) {
            check(e.outcome() == Outcome.MAY_HAVE_RUN, e.outcome());
        }
        for (int i = 0; i < 100 && kiosk.interrupts() == 0; i++) {
            Thread.sleep(50);
        }
        check(kiosk.interrupts() == 1, kiosk.interrupts());
    }

    private static void futures(Shop kiosk) throws Exception {
        List<CompletableFuture<String>> futures = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            futures.add(kiosk.soon("soon " + i));
        }
        for (int i = 0; i < 200; i++) {
            check(futures.get(i).get(10, TimeUnit.SECONDS).equals("soon " + i + "!"), i);
        }
    }

    private static void notes(Shop kiosk) {
        for (int i = 0; i < 500; i++) {
            kiosk.note("note " + i);
        }
        List<String> notes = kiosk.notes(); // Java sends a fence in front of it
        check(notes.size() == 500, notes.size());
        for (int i = 0; i < 500; i++) {
            check(notes.get(i).equals("note " + i), notes.get(i));
        }
    }

    private static void context(Shop kiosk) {
        String text = Context.current()
                .with("tenant", "m\u00fcller")
                .withDeadline(Duration.ofSeconds(5))
                .call(kiosk::context);
        check(text.equals("m\u00fcller true " + ProcessHandle.current().pid()), text);
    }

    private static void tills(Shop kiosk) throws Exception {
        Till till = kiosk.open("north");
        check(till.put(5) == 5 && till.put(6) == 11, "put");
        check(kiosk.total(till) == 11, "it did not come home");
        till = null;
        for (int i = 0; i < 100; i++) {
            System.gc();
            try {
                kiosk.collect();
            } catch (IllegalStateException e) {
                if (e.getMessage().equals("gone")) {
                    return;
                }
            }
            Thread.sleep(50);
        }
        check(false, "the till was not released");
    }

    private static void callbacks(Shop kiosk) {
        check(kiosk.apply(n -> 2 * n, 10) == 1024, "apply");
        check(kiosk.apply(n -> kiosk.add(n, 1), 5) == 6, "a call within a call within a call");
        try {
            kiosk.apply(n -> {
                throw new IllegalArgumentException("negative");
            }, 1);
            check(false, "nothing was thrown");
        } catch (IllegalStateException e) {
            check(e.getMessage().contains("negative"), e);
        }
    }

    private static void missing(Shop kiosk) {
        try {
            kiosk.later(Instant.EPOCH, Duration.ZERO);
            check(false, "it has the method");
        } catch (NearcallException e) {
            check(e.outcome() != Outcome.MAY_HAVE_RUN, e);
        }
    }

    private static void forgetful(Shop kiosk) {
        try {
            kiosk.twice(new int[] {1});
            check(false, "it has begun");
        } catch (EncodingException e) {
            check(e.getMessage().contains("nearcall_request_start"), e);
        }
    }

    private static void threads(Shop kiosk) throws Exception {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            all.add(done);
            new Thread(() -> {
                        try {
                            for (int i = 0; i < 300; i++) {
                                check(kiosk.add(i, i) == 2 * i, i);
                            }
                            done.complete(null);
                        } catch (Throwable e) {
                            done.completeExceptionally(e);
                        }
                    })
                    .start();
        }
        for (CompletableFuture<Void> each : all) {
            each.get(30, TimeUnit.SECONDS);
        }
    }

    private static void rest(Shop kiosk) throws Exception {
        Thread.sleep(1500);
        check(kiosk.add(1, 2) == 3, "add");
        check(kiosk.soon("rest").get(10, TimeUnit.SECONDS).equals("rest!"), "soon");
    }

    private static void streams(Shop kiosk) {
        check(kiosk.range(1, 4001).mapToLong(n -> n).sum() == 4000L * 4001 / 2, "range");
        check(kiosk.range(3, 3).count() == 0, "an empty range");
        check(kiosk.sum(IntStream.range(0, 20000).iterator()) == 19999L * 20000 / 2, "sum");
        check(kiosk.sum(List.<Integer>of().iterator()) == 0, "an empty sum");
        List<Integer> read = new ArrayList<>();
        try {
            kiosk.range(4990, 6000).forEach(read::add);
            check(false, "it did not fail");
        } catch (IllegalStateException e) {
            check(e.getMessage().equals("5000") && read.size() == 10, read);
        }
        Iterator<Integer> failing = IntStream.range(0, 100).map(n -> 1 / (50 - n)).iterator();
        try {
            kiosk.sum(failing);
            check(false, "it did not fail");
        } catch (IllegalStateException e) {
            check(e.getMessage().contains("by zero"), e);
        }
    }

    private static void versions(Shop older) {
        Shop.Item lamp = new Shop.Item("lamp", 3, Shop.Colour.GREEN, List.of("new"));
        Object back = older.echo(lamp);
        check(back.equals(new Shop.Item("lamp", 3, Shop.Colour.GREEN, null)), back);
        List<?> list = (List<?>) older.echo(List.of(lamp, Shop.Colour.RED));
        check(list.get(0).equals(back) && list.get(1) == Shop.Colour.RED, list);
    }

    private static void death(Shop kiosk) {
        try {
            kiosk.die();
            check(false, "it lives");
        } catch (ConnectionLostException e) {
            check(e.outcome() == Outcome.MAY_HAVE_RUN, e.outcome());
        }
    }
}
