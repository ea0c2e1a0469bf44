// SPDX-License-Identifier: Apache-2.0
package shop.model;

public class OutOfStock extends Exception {
    private static final long serialVersionUID = 1L;

    private final int left;

    public OutOfStock(int left) {
        super(left + " left");
        this.left = left;
    }

    public int left() {
        return left;
    }
}
