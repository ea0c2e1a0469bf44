// SPDX-License-Identifier: Apache-2.0
/*
 * Structs that are written and read without a nearcall::value in between. It is done for a struct whose members are numbers,
 * texts, such structs, and lists of texts or of such structs, if both sides have the same version of all their classes. Otherwise,
 * and where the message has anything else than plain new objects, the way through values is taken.
 */
#ifndef NEARCALL_DIRECT_HPP
#define NEARCALL_DIRECT_HPP

#include "nearcall/convert.hpp"

#include <nearcall_direct.h>

namespace nearcall::detail {

/* Is a member of this C++ type written like this, whatever its value is? Depth: a struct may contain itself, which is not direct. */
template <class T, int Depth> struct direct_member : std::false_type {};
template <class T, int Depth> struct direct_record : std::false_type {};

template <class T, int Depth> requires (is_primitive<T> || std::same_as<T, std::string> || std::same_as<T, std::optional<std::string>>)
struct direct_member<T, Depth> : std::true_type {};
template <class T, int Depth> requires has_record<T>
struct direct_member<T, Depth> : direct_record<T, Depth> {};
template <int Depth> struct direct_member<std::vector<std::string>, Depth> : std::true_type {};
template <class T, int Depth> requires has_record<T>
struct direct_member<std::vector<T>, Depth> : direct_record<T, Depth> {};

template <class T, int Depth> requires (Depth > 0 && has_record<T>)
struct direct_record<T, Depth> {
    template <class... Class, class... Member>
    static constexpr bool all(const std::tuple<member<Class, Member>...>*)
    {
        return (direct_member<Member, Depth - 1>::value && ...);
    }
    static constexpr bool value = all(static_cast<std::remove_cvref_t<decltype(record<T>::members)>*>(nullptr));
};

/* What member_type() would say of a list, or any type to which an ArrayList can be assigned. */
constexpr bool is_list(std::string_view type)
{
    return type.empty() || type == "java.util.List" || type == "java.util.ArrayList" || type == "java.util.Collection" ||
           type == "java.util.AbstractList" || type == "java.lang.Iterable" || type == "java.lang.Object";
}

constexpr bool is_exact(std::string_view said, std::string_view type)
{
    return said.starts_with(type) && said.substr(type.size()).starts_with(" exact");
}

/* Does the line of each member say what its C++ type is taken for? */
template <class T> consteval bool is_declared_so()
{
    return std::apply(
        [](const auto&... members) {
            return ([](const auto& member) {
                using type = std::remove_cvref_t<decltype(std::declval<T&>().*member.at)>;
                std::string_view said = member.type == nullptr ? "" : member.type;
                if constexpr (is_primitive<type>) {
                    return said.empty() || is_exact(said, primitive<type>::name);
                } else if constexpr (has_record<type>) {
                    return said.empty() || is_exact(said, record<type>::name);
                } else if constexpr (std::same_as<type, std::string> || is_optional<type>) {
                    return said.empty() || is_exact(said, "java.lang.String");
                } else {
                    return is_list(said);
                }
            }(members) && ...);
        },
        record<T>::members);
}

template <class T> consteval bool can_be_direct()
{
    if constexpr (direct_record<T, 4>::value) {
        return is_declared_so<T>();
    }
    return false;
}
template <class T> inline constexpr bool is_direct = can_be_direct<T>();

template <class T> const std::string& lines_of()
{
    static const std::string lines = convert<T>::lines();
    return lines;
}

/* The classes of a struct and of all in it, for one message. False if one of them has to go through values. */
template <class T> struct classes_of;

template <class T> struct member_classes {
    bool find(auto&&, bool) { return true; }
};
template <has_record T> struct member_classes<T> : classes_of<T> {};
template <has_record T> struct member_classes<std::vector<T>> : classes_of<T> {
    bool find(auto&& known, bool) { return classes_of<T>::find(known, true); }
};

template <class T> struct classes_of {
    const nearcall_class* own = nullptr;

    template <class... Class, class... Member>
    static std::tuple<member_classes<Member>...> within_of(const std::tuple<member<Class, Member>...>*);
    decltype(within_of(static_cast<std::remove_cvref_t<decltype(record<T>::members)>*>(nullptr))) within;

    bool find(auto&& known, bool with_class)
    {
        own = known(record<T>::name, lines_of<T>().c_str(), with_class);
        return own != nullptr && std::apply([&](auto&... each) { return (each.find(known, false) && ...); }, within);
    }
};

/* ---- writing ---- */

template <class T> void put_record(nearcall_writer* writer, const classes_of<T>& classes, const T& from, bool with_class);

template <class T, class Classes> void put_member(nearcall_writer* writer, const Classes& classes, const T& from)
{
    if constexpr (is_primitive<T>) {
        primitive<T>::put(writer, from);
    } else if constexpr (std::same_as<T, std::string>) {
        nearcall_put_text(writer, from.data(), from.size());
    } else if constexpr (std::same_as<T, std::optional<std::string>>) {
        from ? nearcall_put_text(writer, from->data(), from->size()) : nearcall_put_string(writer, nullptr);
    } else if constexpr (has_record<T>) {
        put_record<T>(writer, classes, from, false);
    } else {
        nearcall_put_list(writer, from.size());
        for (const auto& each : from) {
            if constexpr (std::same_as<T, std::vector<std::string>>) {
                nearcall_put_text_with_class(writer, each.data(), each.size());
            } else {
                put_record<typename T::value_type>(writer, classes, each, true);
            }
        }
    }
}

template <class T> void put_record(nearcall_writer* writer, const classes_of<T>& classes, const T& from, bool with_class)
{
    nearcall_put_instance(writer, classes.own, with_class);
    std::apply(
        [&](const auto&... member) {
            std::apply([&](const auto&... within) { (put_member(writer, within, from.*member.at), ...); }, classes.within);
        },
        record<T>::members);
}

/* False: nothing is written. */
template <class T> bool put_direct(nearcall_writer* writer, const T& from, bool with_class)
{
    classes_of<T> classes;
    bool known = classes.find([&](const char* name, const char* lines, bool needs_id) {
        return nearcall_writer_class(writer, name, lines, needs_id);
    }, with_class);
    if (known) {
        put_record<T>(writer, classes, from, with_class);
    }
    return known;
}

/* ---- reading ---- */

template <class T> bool get_record(nearcall_reader* reader, const classes_of<T>& classes, T& to, bool with_class);

template <class T, class Classes> bool get_member(nearcall_reader* reader, const Classes& classes, T& to)
{
    if constexpr (is_primitive<T>) {
        to = primitive<T>::get(reader);
    } else if constexpr (std::same_as<T, std::string> || std::same_as<T, std::optional<std::string>>) {
        std::size_t length;
        const char* text = nearcall_get_string(reader, &length);
        if (text != nullptr) {
            to = std::string(text, length);
        } else if constexpr (std::same_as<T, std::string>) {
            return false; /* null */
        }
    } else if constexpr (has_record<T>) {
        return get_record<T>(reader, classes, to, false);
    } else {
        std::size_t count;
        if (!nearcall_get_list(reader, &count)) {
            return false;
        }
        to.reserve(std::min(count, reserved_elements));
        for (std::size_t i = 0; i < count; i++) {
            if constexpr (std::same_as<T, std::vector<std::string>>) {
                std::size_t length;
                const char* text = nearcall_get_text_with_class(reader, &length);
                if (text == nullptr) {
                    return false;
                }
                to.emplace_back(text, length);
            } else if (!get_record<typename T::value_type>(reader, classes, to.emplace_back(), true)) {
                return false;
            }
        }
    }
    return true;
}

template <class T> bool get_record(nearcall_reader* reader, const classes_of<T>& classes, T& to, bool with_class)
{
    return nearcall_get_instance(reader, classes.own, with_class) &&
           std::apply(
               [&](const auto&... member) {
                   return std::apply([&](const auto&... within) { return (get_member(reader, within, to.*member.at) && ...); },
                                     classes.within);
               },
               record<T>::members);
}

/* Reads a struct that is the last value of its message. False: nothing is read. */
template <class T> bool get_direct(nearcall_reader* reader, T& to, bool with_class)
{
    classes_of<T> classes;
    if (!classes.find([&](const char* name, const char* lines, bool) { return nearcall_reader_class(reader, name, lines); }, with_class)) {
        return false;
    }
    nearcall_mark mark = nearcall_reader_mark(reader);
    if (get_record<T>(reader, classes, to, with_class) && nearcall_reader_at_end(reader)) {
        return true;
    }
    to = T();
    nearcall_reader_rewind(reader, mark);
    return false;
}

} // namespace nearcall::detail

#endif
