// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart;

/** Less of an article is in stock than was ordered. The fields arrive at the caller too. */
public final class OutOfStock extends Exception {

    private static final long serialVersionUID = 1L;

    private final String article;
    private final int pieces;
    private final int piecesLeft;

    public OutOfStock(String article, int pieces, int piecesLeft) {
        super(pieces + " x " + article + " ordered, " + piecesLeft + " left");
        this.article = article;
        this.pieces = pieces;
        this.piecesLeft = piecesLeft;
    }

    public String article() {
        return article;
    }

    public int pieces() {
        return pieces;
    }

    public int piecesLeft() {
        return piecesLeft;
    }
}
