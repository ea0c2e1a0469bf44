// SPDX-License-Identifier: Apache-2.0
package shop.closed;

public record Parcel(String content) {}
