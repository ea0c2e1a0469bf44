// SPDX-License-Identifier: Apache-2.0
/* Structs that are written and read without values in between. */
#ifndef BASKETS_HPP
#define BASKETS_HPP

#include "nearcall.hpp"

struct Line {
    std::string sku;
    std::int64_t cents;
    bool operator==(const Line&) const = default;
};
struct Basket {
    std::optional<std::string> owner;
    std::vector<Line> lines;
    std::vector<std::string> tags;
    Line best;
    double rebate;
    bool operator==(const Basket&) const = default;
};

template <> struct nearcall::record<Line> {
    static constexpr const char* name = "shop.Line";
    static constexpr auto members = std::tuple{member{"sku", &Line::sku}, member{"cents", &Line::cents}};
};
template <> struct nearcall::record<Basket> {
    static constexpr const char* name = "shop.Basket";
    static constexpr auto members =
        std::tuple{member{"owner", &Basket::owner}, member{"lines", &Basket::lines, "java.util.ArrayList"},
                   member{"tags", &Basket::tags}, member{"best", &Basket::best}, member{"rebate", &Basket::rebate}};
};

#endif
