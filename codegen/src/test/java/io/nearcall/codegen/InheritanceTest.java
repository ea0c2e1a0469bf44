// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.codegen.internal.BridgeStripper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

public class InheritanceTest {

    public static class Item {
        public String title = "";
    }

    public static final class Book extends Item {
        static Book called(String title) {
            Book book = new Book();
            book.title = title;
            return book;
        }
    }

    public interface Catalogue<T extends Item> {
        T find(String title);

        void add(T item);

        List<T> all();

        default T findOrNew(String title) {
            T found = find(title);
            return found == null ? missing(title) : found;
        }

        private T missing(String title) {
            return find("new " + title);
        }

        static int limit() {
            return 7;
        }
    }

    public interface BookCatalogue extends Catalogue<Book>, Comparator<Book> {
        @Override
        Book find(String title);

        @Override
        void add(Book book);

        Book find(String title, int edition);

        Book find(long isbn);

        @Override
        boolean equals(Object other);

        @Override
        int hashCode();

        @Override
        String toString();
    }

    public interface AnyFinder {
        Object find(String title);
    }

    public interface BookFinder {
        Book find(String title);
    }

    public interface Diamond extends AnyFinder, BookFinder {}

    interface Counted {
        int count();
    }

    public interface CountedBooks extends Counted {}

    static final class Shelf implements BookCatalogue {
        String added = "";

        @Override
        public Book find(String title) {
            return title.equals("lost") ? null : Book.called(title);
        }

        @Override
        public void add(Book book) {
            added = book.title;
        }

        @Override
        public List<Book> all() {
            return new ArrayList<>(List.of(Book.called(added)));
        }

        @Override
        public Book find(String title, int edition) {
            return Book.called(title + edition);
        }

        @Override
        public Book find(long isbn) {
            return Book.called("isbn " + isbn);
        }

        @Override
        public int compare(Book a, Book b) {
            return a.title.compareTo(b.title);
        }
    }

    private final Shelf shelf = new Shelf();
    private final BookCatalogue books = Loopback.connect(BookCatalogue.class, shelf);

    private static Stream<String> table(Class<?> type) {
        return RemoteInterface.of(type, TestRules.INSTANCE).methods().stream().map(m -> m.name() + m.descriptor());
    }

    @Test
    void shouldListEveryAbstractMethodOnceByNameThenDescriptor() {
        String book = "L" + Book.class.getName().replace('.', '/') + ";";
        assertThat(table(BookCatalogue.class))
                .containsExactly(
                        "add(" + book + ")V",
                        "all()Ljava/util/List;",
                        "compare(Ljava/lang/Object;Ljava/lang/Object;)I",
                        "find(J)" + book,
                        "find(Ljava/lang/String;)" + book,
                        "find(Ljava/lang/String;I)" + book);
    }

    @Test
    void shouldTellOverloadsApart() {
        assertThat(books.find("Emma").title).isEqualTo("Emma");
        assertThat(books.find("Emma", 2).title).isEqualTo("Emma2");
        assertThat(books.find(9).title).isEqualTo("isbn 9");
    }

    @Test
    void shouldReachTheSpecificMethodThroughBridges() {
        Catalogue<Book> catalogue = books;
        catalogue.add(Book.called("Persuasion"));

        assertThat(shelf.added).isEqualTo("Persuasion");
        assertThat(catalogue.find("Emma").title).isEqualTo("Emma");
        assertThat(catalogue.all()).extracting(b -> b.title).containsExactly("Persuasion");
    }

    @Test
    void shouldRunDefaultMethodsOnTheCallersSide() {
        assertThat(books.findOrNew("lost").title).isEqualTo("new lost");
        assertThat(Loopback.of(books).events.stream().filter("begin"::equals)).hasSize(2);
        assertThat(books.reversed().compare(Book.called("a"), Book.called("b"))).isPositive();
    }

    @Test
    void shouldSeeWhatTypeVariablesOfSuperInterfacesStandFor() {
        RemoteInterface<BookCatalogue> remote = RemoteInterface.of(BookCatalogue.class, TestRules.INSTANCE);

        assertThat(remote.methods())
                .extracting(RemoteMethod::signature)
                .contains("all(): List<Book>", "compare(Book, Book): int", "find(String, int): Book");
        assertThat(remote.method(1).result().type()).hasToString("java.util.List<" + Book.class.getName() + ">");
        assertThat(remote.method(2).parameters()).extracting(RemoteValue::type).containsExactly(Book.class, Book.class);
    }

    @Test
    void shouldImplementBothMethodsOfADiamond() {
        Diamond finder = Loopback.connect(Diamond.class, Book::called);

        assertThat(table(Diamond.class)).hasSize(2);
        assertThat(finder.find("Emma").title).isEqualTo("Emma");
        assertThat(((AnyFinder) finder).find("Emma")).isInstanceOf(Book.class);
    }

    @Test
    void shouldInheritFromASuperInterfaceThatIsNotPublic() {
        assertThat(Loopback.connect(CountedBooks.class, () -> 7).count()).isEqualTo(7);
    }

    @Test
    void shouldImplementWhatOnlyABridgeWouldHaveCovered() throws Exception {
        Class<?> bridgeless = new BridgeStripper(BookCatalogue.class).loadClass(BookCatalogue.class.getName());
        assertThat(Stream.of(bridgeless.getDeclaredMethods())).noneMatch(m -> m.isBridge());

        assertThat(table(bridgeless))
                .hasSize(8)
                .contains("find(Ljava/lang/String;)L" + Item.class.getName().replace('.', '/') + ";");
        RemoteInterface<?> remote = RemoteInterface.of(bridgeless, TestRules.INSTANCE);
        Catalogue<?> stub = (Catalogue<?>) remote.stub(new Loopback(
                (HandWritten) (method, target, call) -> {
                    assertThat(call.input().readString()).isEqualTo("Emma");
                    call.taken();
                    call.kryo()
                            .writeClassAndObject(
                                    call.reply(),
                                    Book.called(remote.method(method).descriptor()));
                },
                null));
        assertThat(stub.find("Emma").title).endsWith("Item;");
    }

    @Test
    void shouldAnswerTheMethodsOfObjectWithoutACall() {
        RemoteInterface<BookCatalogue> remote = RemoteInterface.of(BookCatalogue.class, TestRules.INSTANCE);
        Loopback target = Loopback.of(books);

        assertThat(books).isEqualTo(remote.stub(target)).hasSameHashCodeAs(remote.stub(target));
        assertThat(books)
                .isNotEqualTo(Loopback.connect(BookCatalogue.class, shelf))
                .isNotEqualTo(shelf);
        assertThat(books).hasToString("orders of process 4711");
        assertThat(target.events).isEmpty();
        assertThat(Stub.targetOf(books)).isSameAs(target);
        assertThat(Stub.targetOf(shelf)).isNull();
        assertThat(Stub.targetOf(null)).isNull();
    }
}
