// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import io.nearcall.ByRef;
import io.nearcall.ByValue;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Takes and gives remote objects in every place that a signature or a value has for them. */
@RemoteService
public interface Gallery {

    /** Belongs to the gallery, or is lent to it. */
    @RemoteObject
    interface Painting {
        String title();

        /** The process in which it hangs. */
        int pid();
    }

    /** What some paintings are, too. */
    @RemoteObject
    interface Insured {
        int value();
    }

    /** What some paintings are, too; no signature names it. */
    @RemoteObject
    interface Stolen {
        String culprit();
    }

    /** The gallery, as the tax office sees it; no signature names it. */
    @RemoteObject
    interface Enterprise {
        int paintings();
    }

    /** With one as a component. */
    record Loan(Painting painting, int days) {}

    /** With one in a field. */
    final class Frame {
        private Painting painting;
        private String wood;

        Frame(Painting painting, String wood) {
            this.painting = painting;
            this.wood = wood;
        }

        Painting painting() {
            return painting;
        }

        String wood() {
            return wood;
        }
    }

    /** Is copied where that is said, else it is a painting like any other. */
    final class Postcard implements Painting {
        private final String title;

        Postcard(String title) {
            this.title = title;
        }

        @Override
        public String title() {
            return title;
        }

        @Override
        public int pid() {
            return (int) ProcessHandle.current().pid();
        }
    }

    /** Each of these asks the paintings that it gets for their titles, and where they hang. */
    String visit(Painting painting);

    String visitLoan(Loan loan);

    String visitFrame(Frame frame);

    String visitList(List<Painting> paintings);

    String visitMap(Map<String, Painting> paintings);

    String visitArray(Painting[] paintings);

    String visitCopy(@ByValue Postcard postcard);

    Painting best();

    Loan loan();

    Frame frame();

    /** The best one twice, and another one. */
    List<Painting> list();

    Map<String, Painting> map();

    Painting[] array();

    @ByValue
    Postcard copy();

    @ByRef
    Consumer<String> guestBook();

    /** The last entry. */
    @ByRef
    Supplier<String> lastGuest();

    /** Passes the title of the best painting, and returns the reply. */
    String discuss(@ByRef Consumer<String> listener, @ByRef Supplier<String> speaker);

    int valueOf(Insured insured);

    /** By way of an interface that the gallery has to ask for. */
    String culpritOf(Painting painting);

    boolean isBest(Painting painting);

    /** Keeps it for {@link #isKept}. */
    Painting keep(Painting painting);

    boolean isKept(Painting painting);
}
