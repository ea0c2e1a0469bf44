// SPDX-License-Identifier: Apache-2.0
/* The interface shop.Shop of ../../c/tests/java, as C++ sees it. */
#ifndef SHOP_HPP
#define SHOP_HPP

#include "nearcall.hpp"

namespace shop {

enum class Colour { green, red };

struct Item {
    std::optional<std::string> name;
    int count = 0;
    std::optional<Colour> colour;
    std::optional<std::vector<std::string>> tags;
    bool operator==(const Item&) const = default;
};

struct Receipt {
    Item item;
    double total = 0;
    std::vector<std::optional<Item>> parts;
};

} // namespace shop

template <> struct nearcall::enumeration<shop::Colour> {
    static constexpr const char* name = "shop.Shop$Colour";
    static constexpr auto constants = std::array{std::pair{shop::Colour::green, "GREEN"}, std::pair{shop::Colour::red, "RED"}};
};
template <> struct nearcall::record<shop::Item> {
    static constexpr const char* name = "shop.Shop$Item";
    static constexpr auto members = std::tuple{member{"name", &shop::Item::name}, member{"count", &shop::Item::count},
                                               member{"colour", &shop::Item::colour}, member{"tags", &shop::Item::tags}};
};
template <> struct nearcall::record<shop::Receipt> {
    static constexpr const char* name = "shop.Shop$Receipt";
    static constexpr auto members =
        std::tuple{member{"item", &shop::Receipt::item}, member{"total", &shop::Receipt::total},
                   member{"parts", &shop::Receipt::parts, "[Lshop.Shop$Item; exact"}};
};

namespace shop {

using nearcall::method;

inline constexpr method<"add (II)I (II)I"> add;
inline constexpr method<"describe (ZBCSIJFD)Ljava/lang/String; (ZBCSIJFD)T"> describe;
inline constexpr method<"greet (Ljava/lang/String;)Ljava/lang/String; (T)T"> greet;
inline constexpr method<"buy (Lshop/Shop$Item;D)Lshop/Shop$Receipt; (LD)L"> buy;
inline constexpr method<"echo (Ljava/lang/Object;)Ljava/lang/Object; (L)L"> echo;
inline constexpr method<"wrap (Lshop/Shop$Box;)Lshop/Shop$Box; (L)L"> wrap;
inline constexpr method<"reverse ([B)[B (A)A"> reverse;
inline constexpr method<"twice ([I)[I (X)X"> twice;
inline constexpr method<"later (Ljava/time/Instant;Ljava/time/Duration;)Ljava/time/Instant; (XX)X"> later;
inline constexpr method<"surprise ()Ljava/lang/Object; ()L"> surprise;
inline constexpr method<"fail ()V ()V"> fail;
inline constexpr method<"sleep (J)V (J)V"> sleep;
inline constexpr method<"interrupts ()I ()I"> interrupts;
inline constexpr method<"soon (Ljava/lang/String;)Ljava/util/concurrent/CompletableFuture; (T)L"> soon;
inline constexpr method<"note (Ljava/lang/String;)V (T)V"> note;
inline constexpr method<"notes ()Ljava/util/List; ()L"> notes;
inline constexpr method<"context ()Ljava/lang/String; ()T"> context;
inline constexpr method<"process ()I ()I"> process;
inline constexpr method<"die ()V ()V"> die;
inline constexpr method<"open (Ljava/lang/String;)Lshop/Till; (T)L"> open;
inline constexpr method<"total (Lshop/Till;)I (L)I"> total;
inline constexpr method<"apply (Ljava/util/function/IntUnaryOperator;I)I (RI)I"> apply;
inline constexpr method<"collect ()V ()V"> collect;
inline constexpr method<"range (II)Ljava/util/stream/Stream; (II)E"> range;
inline constexpr method<"sum (Ljava/util/Iterator;)J (E)J"> sum;
inline constexpr method<"broken ()Ljava/util/Iterator; ()E"> broken;
inline constexpr method<"ticks (I)Ljava/util/concurrent/Flow$Publisher; (I)E"> ticks;

inline constexpr method<"put (I)I (I)I"> put;
using Till = nearcall::interface<"shop.Till", put>;
inline constexpr method<"applyAsInt (I)I (I)I"> apply_as_int;
using IntUnaryOperator = nearcall::interface<"java.util.function.IntUnaryOperator", apply_as_int>;

inline void describe_classes(const nearcall::endpoint& endpoint)
{
    endpoint.describe<Colour>();
    endpoint.describe<Item>();
    endpoint.describe<Receipt>();
    endpoint.describe("shop.Shop$Box", "class extends java.lang.Object\ncontent java.lang.Object\ninner shop.Shop$Box\nsize int exact");
    endpoint.describe("shop.Shop$Gift", "final class extends java.lang.Object\nwrapping java.lang.String exact");
    endpoint.describe("shop.Till", "remote interface");
}

} // namespace shop

#endif
