// SPDX-License-Identifier: Apache-2.0
/*
 * Nearcall from C++20, over libnearcall. README.md has a first program.
 *
 * A method is a constant of type method<"name descriptor form">, with the three parts of a signature in section 7 of
 * docs/internals/protocol.md. An interface<> is a Java interface's name with its methods. The compiler checks that the form
 * fits the descriptor, and that the C++ types of arguments, results and handlers fit the form:
 *
 *     form                C++ argument                                 C++ result, and parameter of a handler
 *     Z B C S I J F D     what converts to the type without narrowing  what the type converts to without narrowing
 *     T                   string, string_view, char pointer            string; in handlers string_view, too
 *     A                   contiguous range of std::byte or uint8_t     vector of these; in handlers span<const std::byte>, too
 *     X L                 what has a convert<>                         what has a convert<>
 *     E                   source                                       stream<T>
 *     R                   object, service<>, value                     service<>, value
 *
 * A std::optional around a type that is not primitive accepts Java's null, which is an error otherwise.
 *
 * Errors are thrown: java_exception if the other side's method threw, else error. Threads: endpoint, service, object and
 * exported may be used by any number of threads at once. Everything else belongs to one thread at a time, except for
 * future::cancel().
 */
#ifndef NEARCALL_HPP
#define NEARCALL_HPP

#include "nearcall/endpoint.hpp"

#endif
