// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import io.nearcall.Remotes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A {@link Gallery} with two paintings of its own. */
public final class CityGallery implements Gallery, Gallery.Enterprise {

    private final Painting best = new Canvas("Sunrise");
    private final Painting other = new Canvas("Sunset");
    private volatile String entry = "nobody";
    private volatile Painting kept;

    /** Has all the interfaces. */
    static final class Canvas implements Painting, Insured, Stolen {
        private final String title;

        Canvas(String title) {
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

        @Override
        public int value() {
            return title.length();
        }

        @Override
        public String culprit() {
            return "thief of " + title;
        }
    }

    /** What a visit says of a painting. */
    static String label(String title, int pid) {
        return title + " in " + pid;
    }

    @Override
    public String visit(Painting painting) {
        return label(painting.title(), painting.pid());
    }

    @Override
    public String visitLoan(Loan loan) {
        return visit(loan.painting()) + " for " + loan.days();
    }

    @Override
    public String visitFrame(Frame frame) {
        return visit(frame.painting()) + " in " + frame.wood();
    }

    @Override
    public String visitList(List<Painting> paintings) {
        return paintings.stream().map(this::visit).collect(Collectors.joining(", "));
    }

    @Override
    public String visitMap(Map<String, Painting> paintings) {
        return paintings.keySet().stream()
                .sorted()
                .map(room -> room + ": " + visit(paintings.get(room)))
                .collect(Collectors.joining(", "));
    }

    @Override
    public String visitArray(Painting[] paintings) {
        return visitList(Arrays.asList(paintings));
    }

    @Override
    public String visitCopy(Postcard postcard) {
        return visit(postcard);
    }

    @Override
    public Painting best() {
        return best;
    }

    @Override
    public Loan loan() {
        return new Loan(best, 7);
    }

    @Override
    public Frame frame() {
        return new Frame(best, "oak");
    }

    @Override
    public List<Painting> list() {
        return List.of(best, other, best);
    }

    @Override
    public Map<String, Painting> map() {
        return Map.of("east", best, "west", other);
    }

    @Override
    public Painting[] array() {
        return new Painting[] {best, other};
    }

    @Override
    public Postcard copy() {
        return new Postcard("Sunrise");
    }

    @Override
    public Consumer<String> guestBook() {
        return guest -> entry = guest;
    }

    @Override
    public Supplier<String> lastGuest() {
        return () -> entry;
    }

    @Override
    public String discuss(Consumer<String> listener, Supplier<String> speaker) {
        listener.accept(best.title());
        return speaker.get();
    }

    @Override
    public int valueOf(Insured insured) {
        return insured.value();
    }

    @Override
    public String culpritOf(Painting painting) {
        return Remotes.as(painting, Stolen.class).culprit();
    }

    @Override
    public boolean isBest(Painting painting) {
        return painting == best;
    }

    @Override
    public Painting keep(Painting painting) {
        kept = painting;
        return kept;
    }

    @Override
    public boolean isKept(Painting painting) {
        return painting == kept;
    }

    @Override
    public int paintings() {
        return 2;
    }
}
