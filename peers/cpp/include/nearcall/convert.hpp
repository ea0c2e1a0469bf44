// SPDX-License-Identifier: Apache-2.0
/* How C++ types become Java objects, and back. */
#ifndef NEARCALL_CONVERT_HPP
#define NEARCALL_CONVERT_HPP

#include "nearcall/value.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <map>
#include <tuple>
#include <type_traits>

namespace nearcall {

namespace detail {

/* Memory for so many elements is taken before they are read. A list grows as its elements come: a peer says how many there are. */
constexpr std::size_t reserved_elements = 64;

template <class T> inline constexpr bool is_optional = false;
template <class T> inline constexpr bool is_optional<std::optional<T>> = true;
template <class T> inline constexpr bool accepts_null = is_optional<T> || std::same_as<T, value>;
template <class T> struct unwrapped { using type = T; };
template <class T> struct unwrapped<std::optional<T>> { using type = T; };

} // namespace detail

/*
 * Specialise it for a C++ struct that stands for a Java record, and call endpoint::describe<T>() once:
 *     template <> struct nearcall::record<Item> {
 *         static constexpr const char* name = "shop.Item";
 *         static constexpr auto members = std::tuple{nearcall::member{"sku", &Item::sku}, ...};
 *     };
 * A bean has shape = "class extends java.lang.Object", too, and its members sorted by name.
 */
template <class T> struct record;
/* The same for an enum: name, and constants = std::array{std::pair{Colour::red, "RED"}, ...}, sorted by Java's names. */
template <class T> struct enumeration;

template <class T> concept has_record = requires { record<T>::members; };
template <class T> concept has_enumeration = requires { enumeration<T>::constants; };

namespace detail {

template <class T> struct primitive; /* kind in arrays, letter, name; make and kind when boxed */
#define NEARCALL_PRIMITIVE(type, letter_, KIND, name_)                                                      \
    template <> struct primitive<type> {                                                                    \
        static constexpr char letter = letter_;                                                             \
        static constexpr int kind = NEARCALL_KIND_##KIND, array_kind = NEARCALL_KIND_##KIND##S;             \
        static constexpr const char* name = #name_;                                                         \
        static nearcall_value* make(nearcall_values* values, type x) { return nearcall_new_##name_(values, x); } \
        static void put(nearcall_writer* writer, type x) { nearcall_put_##name_(writer, x); }               \
        static type get(nearcall_reader* reader) { return static_cast<type>(nearcall_get_##name_(reader)); } \
    };
NEARCALL_PRIMITIVE(bool, 'Z', BOOLEAN, boolean)
NEARCALL_PRIMITIVE(std::int8_t, 'B', BYTE, byte)
NEARCALL_PRIMITIVE(char16_t, 'C', CHAR, char)
NEARCALL_PRIMITIVE(std::int16_t, 'S', SHORT, short)
NEARCALL_PRIMITIVE(std::int32_t, 'I', INT, int)
NEARCALL_PRIMITIVE(std::int64_t, 'J', LONG, long)
NEARCALL_PRIMITIVE(float, 'F', FLOAT, float)
NEARCALL_PRIMITIVE(double, 'D', DOUBLE, double)
#undef NEARCALL_PRIMITIVE

template <class T> concept is_primitive = requires { primitive<T>::letter; };

template <class T> std::string member_type()
{
    if constexpr (is_primitive<T>) {
        return std::string(primitive<T>::name) + " exact";
    } else if constexpr (std::same_as<typename unwrapped<T>::type, std::string>) {
        return "java.lang.String exact";
    } else if constexpr (has_record<typename unwrapped<T>::type>) {
        return record<typename unwrapped<T>::type>::name + std::string(" exact");
    } else if constexpr (has_enumeration<typename unwrapped<T>::type>) {
        return enumeration<typename unwrapped<T>::type>::name + std::string(" exact");
    } else {
        return "java.util.List"; /* a vector */
    }
}

} // namespace detail

/* A member of a record. type: its line in the shape without its name, such as "java.util.Set". Left out, T decides. */
template <class Class, class T> struct member {
    const char* name;
    T Class::*at;
    const char* type = nullptr;
};
template <class Class, class T> member(const char*, T Class::*) -> member<Class, T>;
template <class Class, class T> member(const char*, T Class::*, const char*) -> member<Class, T>;

namespace detail {

template <class T, int Depth> requires (Depth > 0 && (is_primitive<T> || std::same_as<T, std::string> || has_enumeration<T>))
struct keeps_nothing_of<T, Depth> : std::true_type {};
template <class T, int Depth> requires (Depth > 0)
struct keeps_nothing_of<std::optional<T>, Depth> : keeps_nothing_of<T, Depth - 1> {};
template <class T, int Depth> requires (Depth > 0)
struct keeps_nothing_of<std::vector<T>, Depth> : keeps_nothing_of<T, Depth - 1> {};
template <class Key, class T, int Depth> requires (Depth > 0)
struct keeps_nothing_of<std::map<Key, T>, Depth>
    : std::bool_constant<keeps_nothing_of<Key, Depth - 1>::value && keeps_nothing_of<T, Depth - 1>::value> {};
template <class T, int Depth> requires (Depth > 0 && has_record<T>)
struct keeps_nothing_of<T, Depth> {
    template <class... Class, class... Member>
    static constexpr bool all(const std::tuple<member<Class, Member>...>*)
    {
        return (keeps_nothing_of<Member, Depth - 1>::value && ...);
    }
    static constexpr bool value = all(static_cast<std::remove_cvref_t<decltype(record<T>::members)>*>(nullptr));
};

} // namespace detail

template <> struct convert<value> {
    static const nearcall_value* to(const values&, const value& from, std::string_view) { return from.get(); }
    static value from(const value& from) { return from; }
};

template <detail::is_primitive T> struct convert<T> {
    static const nearcall_value* to(const values& in, T from, std::string_view)
    {
        return detail::primitive<T>::make(in.get(), from);
    }
    static T from(const value& from)
    {
        if (from.kind() != detail::primitive<T>::kind) {
            from.mismatch(detail::primitive<T>::name);
        }
        if constexpr (std::floating_point<T>) {
            return static_cast<T>(nearcall_value_real(from.get()));
        } else {
            return static_cast<T>(nearcall_value_integer(from.get()));
        }
    }
};

template <class T> requires std::convertible_to<const T&, std::string_view> struct convert<T> {
    static const nearcall_value* to(const values& in, const T& from, std::string_view)
    {
        if constexpr (std::is_pointer_v<T>) {
            return nearcall_new_string(in.get(), from);
        } else {
            std::string_view text = from;
            return nearcall_new_text(in.get(), text.empty() ? "" : text.data(), text.size());
        }
    }
    static T from(const value& from) requires (!std::is_pointer_v<T>)
    {
        std::size_t length;
        const char* text = nearcall_value_text(from.get(), &length);
        if (text == nullptr) {
            from.mismatch("a string");
        }
        detail::descent::count(length);
        return T(text, length);
    }
};

template <> struct convert<std::nullptr_t> {
    static const nearcall_value* to(const values&, std::nullptr_t, std::string_view) { return nullptr; }
};
template <> struct convert<std::nullopt_t> {
    static const nearcall_value* to(const values&, std::nullopt_t, std::string_view) { return nullptr; }
};

template <class T> struct convert<std::optional<T>> {
    static const nearcall_value* to(const values& in, const std::optional<T>& from, std::string_view declared)
    {
        return from ? convert<T>::to(in, *from, declared) : nullptr;
    }
    static std::optional<T> from(const value& from) { return from ? std::optional<T>(from.as<T>()) : std::nullopt; }
};

/* A List, a Set or an array, by the declared type. */
template <class T> struct convert<std::vector<T>> {
    static const nearcall_value* to(const values& in, const std::vector<T>& from, std::string_view declared)
    {
        if constexpr (detail::is_primitive<T> && !std::same_as<T, bool>) {
            if (declared.size() == 2 && declared[0] == '[' && declared[1] == detail::primitive<T>::letter) {
                return nearcall_new_primitives(in.get(), detail::primitive<T>::array_kind, from.data(), from.size());
            }
        }
        nearcall_value* made = container(in, declared);
        std::string_view element = declared.starts_with('[') ? declared.substr(1) : std::string_view();
        if (element.starts_with('L')) {
            element = element.substr(1, element.size() - 2);
        }
        for (const T& each : from) {
            detail::made(nearcall_value_add(in.get(), made, convert<T>::to(in, each, element)) ? made : nullptr, "an element");
        }
        return made;
    }
    static std::vector<T> from(const value& from)
    {
        if constexpr (detail::is_primitive<T> && !std::same_as<T, bool>) {
            if (from.kind() == detail::primitive<T>::array_kind) {
                std::size_t count;
                const T* elements = static_cast<const T*>(nearcall_value_elements(from.get(), &count));
                detail::descent::count(count * sizeof(T));
                return std::vector<T>(elements, elements + count);
            }
        }
        if (from.kind() != NEARCALL_KIND_ARRAY && from.kind() != NEARCALL_KIND_COLLECTION) {
            from.mismatch("a vector of these elements");
        }
        std::vector<T> made;
        made.reserve(std::min(from.size(), detail::reserved_elements));
        for (std::size_t i = 0; i < from.size(); i++) {
            made.push_back(from[i].as<T>());
        }
        return made;
    }

private:
    static nearcall_value* container(const values& in, std::string_view declared)
    {
        nearcall_values* arena = in.get();
        return detail::made(declared == "java.util.Set"          ? nearcall_new_set(arena)
                            : !declared.starts_with('[')         ? nearcall_new_list(arena)
                            : declared == "[Ljava.lang.String;"  ? nearcall_new_strings(arena)
                            : declared == "[Ljava.lang.Object;"  ? nearcall_new_objects(arena)
                                                                 : in.make(std::string(declared).c_str()), "a list");
    }
};

template <class Key, class T> struct convert<std::map<Key, T>> {
    static const nearcall_value* to(const values& in, const std::map<Key, T>& from, std::string_view)
    {
        nearcall_value* made = detail::made(nearcall_new_map(in.get()), "a map");
        for (const auto& [key, each] : from) {
            nearcall_value_put(in.get(), made, convert<Key>::to(in, key, {}), convert<T>::to(in, each, {}));
        }
        return made;
    }
    static std::map<Key, T> from(const value& from)
    {
        std::map<Key, T> made;
        if (from.kind() != NEARCALL_KIND_MAP) {
            from.mismatch("a map");
        }
        for (std::size_t i = 0; i < from.size(); i++) {
            made.emplace(from.key(i).as<Key>(), from[i].as<T>());
        }
        return made;
    }
};

template <has_record T> struct convert<T> {
    static const nearcall_value* to(const values& in, const T& from, std::string_view)
    {
        nearcall_value* made = in.make(record<T>::name);
        each([&](const auto& member) {
            using type = std::remove_cvref_t<decltype(from.*member.at)>;
            std::string_view declared = member.type == nullptr ? "" : member.type;
            in.set(made, member.name, convert<type>::to(in, from.*member.at, declared.substr(0, declared.find(' '))));
        });
        return made;
    }
    static T from(const value& from)
    {
        T made{};
        if (from.kind() != NEARCALL_KIND_OBJECT || from.class_name() != record<T>::name) {
            from.mismatch(record<T>::name);
        }
        std::size_t index = 0;
        each([&](const auto& member) {
            using type = std::remove_cvref_t<decltype(made.*member.at)>;
            value found = from.member(member.name, index++);
            if constexpr (detail::is_primitive<type>) {
                if (!found && (member.type == nullptr || std::string_view(member.type).starts_with(detail::primitive<type>::name))) {
                    return; /* the other side's version lacks it, and so it is 0 */
                }
            }
            if (!found && !detail::accepts_null<type>) {
                detail::unreadable(std::string(record<T>::name) + "." + member.name +
                                   " is null, or the other side's version of the class lacks it. Let its C++ type be a std::optional.");
            }
            made.*member.at = found.template as<type>();
        });
        return made;
    }
    static std::string lines()
    {
        std::string text = "record";
        if constexpr (requires { record<T>::shape; }) {
            text = record<T>::shape;
        }
        each([&](const auto& member) {
            using type = std::remove_cvref_t<decltype(std::declval<T&>().*member.at)>;
            text += std::string("\n") + member.name + " " +
                    (member.type == nullptr ? detail::member_type<type>() : std::string(member.type));
        });
        return text;
    }

private:
    template <class Function> static void each(Function&& function)
    {
        std::apply([&](const auto&... members) { (function(members), ...); }, record<T>::members);
    }
};

template <has_enumeration T> struct convert<T> {
    static const nearcall_value* to(const values& in, T from, std::string_view)
    {
        for (const auto& [constant, name] : enumeration<T>::constants) {
            if (constant == from) {
                return in.make(enumeration<T>::name, name);
            }
        }
        throw std::invalid_argument(std::string("An enum has a value that enumeration<> does not name: ") + enumeration<T>::name);
    }
    static T from(const value& from)
    {
        const char* text = from.kind() == NEARCALL_KIND_ENUM ? nearcall_value_text(from.get(), nullptr) : "";
        for (const auto& [constant, name] : enumeration<T>::constants) {
            if (text == std::string_view(name)) {
                return constant;
            }
        }
        from.mismatch(enumeration<T>::name);
    }
    static std::string lines()
    {
        if constexpr (requires { enumeration<T>::shape; }) { /* with former names */
            return enumeration<T>::shape;
        }
        std::string text = "enum";
        for (const auto& constant : enumeration<T>::constants) {
            text += std::string("\n") + constant.second;
        }
        return text;
    }
};

} // namespace nearcall

#endif
