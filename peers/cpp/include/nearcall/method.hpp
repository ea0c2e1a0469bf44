// SPDX-License-Identifier: Apache-2.0
/* Signatures of methods, which the compiler checks, and interfaces. */
#ifndef NEARCALL_METHOD_HPP
#define NEARCALL_METHOD_HPP

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace nearcall {

/* A text as a template argument. */
template <std::size_t Size> struct fixed {
    char text[Size];
    consteval fixed(const char (&from)[Size]) { std::copy_n(from, Size, text); }
    constexpr std::string_view view() const { return {text, Size - 1}; }
};

namespace detail {

/* Where a character is, or the length. With UBSan, GCC 12 does not evaluate string_view::find() of a template argument. */
constexpr std::size_t find(std::string_view text, char wanted, std::size_t from = 0)
{
    while (from < text.size() && text[from] != wanted) {
        from++;
    }
    return std::min(from, text.size());
}

/* The length of the type at the start of a descriptor, or 0 if there is none. */
constexpr std::size_t type_length(std::string_view descriptor)
{
    std::size_t dimensions = std::min(descriptor.find_first_not_of('['), descriptor.size());
    if (dimensions == descriptor.size()) {
        return 0;
    }
    if (descriptor[dimensions] == 'L') {
        std::size_t end = find(descriptor, ';', dimensions);
        return end == descriptor.size() || end == dimensions + 1 ? 0 : end + 1;
    }
    return find("ZBCSIJFDV", descriptor[dimensions]) == 9 ? 0 : dimensions + 1;
}

struct signature {
    std::string_view name, types, forms; /* types and forms: without parentheses; the result is the last of each */
    std::size_t arity = 0;
    bool valid = false;

    constexpr explicit signature(std::string_view text)
    {
        std::size_t first = find(text, ' '), second = find(text, ' ', first + 1);
        if (first == 0 || second == text.size()) {
            return;
        }
        name = text.substr(0, first);
        types = text.substr(first + 1, second - first - 1);
        forms = text.substr(second + 1);
        std::size_t close = find(forms, ')');
        if (!types.starts_with('(') || !forms.starts_with('(') || forms.size() != close + 2) {
            return;
        }
        arity = close - 1;
        std::string_view left = types.substr(1);
        for (std::size_t i = 0; i <= arity; i++) {
            if (i == arity && (!left.starts_with(')') || (left.remove_prefix(1), false))) {
                return;
            }
            std::string_view type = left.substr(0, type_length(left));
            if (type.empty() || !fit(form(i), type, i == arity)) {
                return;
            }
            left.remove_prefix(type.size());
        }
        valid = left.empty();
    }
    constexpr char form(std::size_t index) const { return forms[index == arity ? index + 2 : index + 1]; }
    constexpr std::string_view type(std::size_t index) const
    {
        std::string_view left = types.substr(1);
        for (std::size_t i = 0; i < index; i++) {
            left.remove_prefix(type_length(left));
        }
        left.remove_prefix(index == arity ? 1 : 0);
        return left.substr(0, type_length(left));
    }
    static constexpr bool fit(char form, std::string_view type, bool result)
    {
        bool object = type[0] == 'L' || type[0] == '[';
        switch (form) {
        case 'T': return type == "Ljava/lang/String;";
        case 'A': return type == "[B";
        case 'E': case 'R': return type[0] == 'L';
        case 'X': case 'L': return object;
        case 'V': return result && type == "V";
        default: return !object && type[0] == form;
        }
    }
};

} // namespace detail

/* A method, as a constant: inline constexpr nearcall::method<"add (II)I (II)I"> add; */
template <fixed Text> struct method {
    static constexpr const char* text = Text.text;
    static constexpr detail::signature parts{Text.view()};
    static_assert(parts.valid, "A method is \"name descriptor form\", such as \"add (II)I (II)I\", and its form fits the "
                               "descriptor: see section 7 of docs/internals/protocol.md.");
    static constexpr std::size_t arity = parts.arity;

    /* The declared type of a parameter as Class.getName() has it; that of the result is behind the last one. */
    template <std::size_t Index> static constexpr auto declared = [] {
        std::array<char, sizeof Text.text> name{};
        std::string_view type = parts.type(Index);
        if (type[0] == 'L') {
            type = type.substr(1, type.size() - 2);
        }
        std::ranges::replace_copy(type, name.begin(), '/', '.');
        return name;
    }();
};

/* A Java interface: using Calculator = nearcall::interface<"shop.Calculator", add, subtract>; */
template <fixed Name, auto... Methods> struct interface {
    static constexpr const char* name = Name.text;
    static constexpr std::size_t size = sizeof...(Methods);
    static constexpr const char* const signatures[] = {Methods.text..., nullptr};

    template <class Method> static consteval std::size_t index()
    {
        std::size_t found = 0;
        ((!std::same_as<std::remove_cvref_t<decltype(Methods)>, Method> && ++found > 0) && ...);
        return found;
    }
};

} // namespace nearcall

#endif
