// SPDX-License-Identifier: Apache-2.0
package odd;

import io.nearcall.ByRef;
import io.nearcall.ByValue;
import io.nearcall.Deadline;
import io.nearcall.FormerName;
import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What an interface may have and mostly does not. */
public interface Odd extends Base<String, First.Item> {

    class Second {
        public record Item(First.Item item, Item next, List<Item> items) {}
    }

    record Empty() {}

    record Pair<A, B>(A left, B right) {}

    record Left(Right right, Optional<Left> self, Optional<Optional<Left>> deep) {}

    record Right(List<Left> lefts, Map<String, Left> byName, Left left) {}

    record Old(@FormerName({"a", "b"}) int now, long[][] table, Instant[] times) {}

    enum State {
        @FormerName("begun")
        STARTED,
        NULL,
        default_,
        EOF
    }

    enum Plan {
        ONE {
            @Override
            int value() {
                return 1;
            }
        };

        abstract int value();
    }

    abstract class Animal {
        int legs;
    }

    class Dog extends Animal {
        String name;
    }

    class Puppy extends Dog {
        String name;
        transient int age;
        static int count;
    }

    @RemoteObject
    interface Listener {
        void heard(Odd odd, @ByValue Object value);

        Listener parent();
    }

    interface Legacy extends java.rmi.Remote {
        int put(int amount) throws java.rmi.RemoteException;
    }

    void and(int class_, String namespace, boolean not, byte[] bytes, Object error, Object request, Object result, Object status);

    Pair<String, List<Integer>> pair(Pair<Integer, ?> pair);

    Second.Item second(Second.Item item);

    Left swap(Right right);

    Old[] olds(Old[]... olds);

    Set<State> states(Set<Plan> plans, EnumSet<State> set, Map<State, Plan> map);

    Animal tame(Dog dog, Puppy puppy);

    Listener listen(Listener listener, List<Listener> listeners, Legacy legacy);

    <T extends Comparable<T>> T largest(List<T> of);

    @ByRef
    Supplier<String> supplier(@ByRef Runnable task);

    DoubleStream numbers(LongStream numbers, Stream<? extends Dog> dogs);

    CompletionStage<List<Optional<Long>>> later(TreeMap<String, Integer> tree, ArrayList<LinkedHashMap<String, UUID>> maps);

    CompletableFuture<?> whatever(BigInteger number, Optional<Optional<String>> deep, OptionalLong few);

    @OneWay
    @Deadline("NONE")
    void tell(Empty empty, TimeUnit unit);

    @FormerName("before")
    @Deadline("1500us")
    short after(short s, long l, float f);

    String operator(char template);

    String operator(String template);

    String operator(String[] template, int[] more);

    int offered(int own, int none, int std, int nearcall, String function, String endpoint, Object values, Object handlers);

    Map.Entry<String, Long> uuid(Map.Entry<Integer, List<String>> entry);

    Character boxed(Byte b, Short s, Boolean z, Float f, Double d);

    void place(Left left);

    void place(even.Left left);

    void put(List<String> some);

    void put(Collection<String> some);

    void put(String[] some);

    void put(Set<String> some);

    value.Price price(value.Price price);

    void method(int lookup);

    void lookup(String signatures);

    void export(Word word);

    void call_(int stub);

    enum Nothing {}

    Nothing nothing(Nothing nothing);

    enum Word {
        BIG_ENDIAN,
        ENOENT,
        INT_MAX,
        M_PI,
        SIGINT,
        names,
        read,
        make
    }
}
