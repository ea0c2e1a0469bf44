// SPDX-License-Identifier: Apache-2.0
/*
 * Structs that are written and read without a nearcall::value in between. It is done for a struct whose members are numbers,
 * texts, such structs, and lists of texts or of such structs, if both sides have the same version of all their classes. Otherwise,
 * and where the message has anything else than plain new objects, the way through values is taken. Both write the same bytes.
 */
#ifndef NEARCALL_DIRECT_HPP
#define NEARCALL_DIRECT_HPP

#include "nearcall/convert.hpp"
#include "nearcall/direct_io.hpp"

#include <algorithm>
#include <string_view>

namespace nearcall::detail {

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
    static consteval bool is()
    {
        if constexpr (all(static_cast<std::remove_cvref_t<decltype(record<T>::members)>*>(nullptr))) {
            return is_declared_so<T>();
        }
        return false;
    }
    static constexpr bool value = is();
};
template <class T> inline constexpr bool is_direct = direct_record<T, 4>::value;

template <class T> std::uint64_t class_key()
{
    static const std::uint64_t key = nearcall_class_key(record<T>::name, convert<T>::lines().c_str());
    return key;
}

/* The ids of a struct's class and of all in it, for one message. find() returns false if one of them has to go through values. */
template <class T> struct classes_of;

template <class T> struct member_classes {
    bool find(auto&&) { return true; }
    bool have_ids(bool) const { return true; }
};
template <has_record T> struct member_classes<T> : classes_of<T> {};
template <has_record T> struct member_classes<std::vector<T>> : classes_of<T> {
    bool have_ids(bool) const { return classes_of<T>::have_ids(true); }
};

template <class T> struct classes_of {
    std::uint32_t id = 0;

    template <class... Class, class... Member>
    static std::tuple<member_classes<Member>...> within_of(const std::tuple<member<Class, Member>...>*);
    decltype(within_of(static_cast<std::remove_cvref_t<decltype(record<T>::members)>*>(nullptr))) within;

    bool find(auto&& known)
    {
        return known(class_key<T>(), &id) && std::apply([&](auto&... each) { return (each.find(known) && ...); }, within);
    }

    /* Are the ids known that the objects have to be written with? */
    bool have_ids(bool with_class) const
    {
        return (id != 0 || !with_class) && std::apply([](const auto&... each) { return (each.have_ids(false) && ...); }, within);
    }
};

/* ---- writing ---- */

template <class T> void put_record(direct_writer& to, const classes_of<T>& classes, const T& from, bool with_class);

template <class T, class Classes> void put_member(direct_writer& to, const Classes& classes, const T& from)
{
    if constexpr (is_primitive<T>) {
        to.put(from);
    } else if constexpr (std::same_as<T, std::string>) {
        to.text(from);
    } else if constexpr (std::same_as<T, std::optional<std::string>>) {
        from ? to.text(*from) : to.null();
    } else if constexpr (has_record<T>) {
        put_record<T>(to, classes, from, false);
    } else {
        to.list(from.size());
        for (const auto& each : from) {
            if constexpr (std::same_as<T, std::vector<std::string>>) {
                to.varint(NEARCALL_STRING_ID + 1);
                to.text(each);
            } else {
                put_record<typename T::value_type>(to, classes, each, true);
            }
        }
    }
}

template <class T> void put_record(direct_writer& to, const classes_of<T>& classes, const T& from, bool with_class)
{
    if (with_class) {
        to.varint(classes.id + 1);
    }
    to.new_object();
    std::apply(
        [&](const auto&... member) {
            std::apply([&](const auto&... within) { (put_member(to, within, from.*member.at), ...); }, classes.within);
        },
        record<T>::members);
}

/* False: nothing is written. */
template <class T> bool put_direct(nearcall_writer* writer, const T& from, bool with_class)
{
    classes_of<T> classes;
    if (!classes.find([&](std::uint64_t key, std::uint32_t* id) { return nearcall_writer_class(writer, key, id); }) ||
        !classes.have_ids(with_class)) {
        return false;
    }
    direct_writer to(writer);
    put_record<T>(to, classes, from, with_class);
    to.done();
    return true;
}

/* ---- reading ---- */

template <class T> bool get_record(direct_reader& from, const classes_of<T>& classes, T& to, bool with_class);

template <class T, class Classes> bool get_member(direct_reader& from, const Classes& classes, T& to)
{
    if constexpr (is_primitive<T>) {
        return from.get(to);
    } else if constexpr (std::same_as<T, std::string> || std::same_as<T, std::optional<std::string>>) {
        return from.text(to);
    } else if constexpr (has_record<T>) {
        return get_record<T>(from, classes, to, false);
    } else {
        std::uint32_t count;
        if (!from.list(count)) {
            return false;
        }
        to.clear(); /* a struct may begin with elements */
        to.reserve(std::min<std::size_t>(count, reserved_elements));
        for (std::uint32_t i = 0; i < count; i++) {
            if constexpr (std::same_as<T, std::vector<std::string>>) {
                if (!from.is(NEARCALL_STRING_ID + 1) || !from.text(to.emplace_back())) {
                    return false;
                }
            } else if (!get_record<typename T::value_type>(from, classes, to.emplace_back(), true)) {
                return false;
            }
        }
        return true;
    }
}

template <class T> bool get_record(direct_reader& from, const classes_of<T>& classes, T& to, bool with_class)
{
    if (with_class && (classes.id == 0 || !from.is(classes.id + 1))) { /* without an id, what comes is of another class */
        return false;
    }
    return from.new_object() &&
           std::apply(
               [&](const auto&... member) {
                   return std::apply([&](const auto&... within) { return (get_member(from, within, to.*member.at) && ...); },
                                     classes.within);
               },
               record<T>::members);
}

/* Reads a struct that is the last value of its message. False: the reader is where it was, and the struct is to be thrown away. */
template <class T> bool get_direct(nearcall_reader* reader, T& to, bool with_class)
{
    classes_of<T> classes;
    if (!classes.find([&](std::uint64_t key, std::uint32_t* id) { return nearcall_reader_class(reader, key, id); })) {
        return false;
    }
    nearcall_mark mark = nearcall_reader_mark(reader);
    direct_reader from(reader);
    if (get_record<T>(from, classes, to, with_class) && from.at_end()) {
        from.done();
        return true;
    }
    nearcall_reader_move(reader, mark);
    return false;
}

} // namespace nearcall::detail

#endif
