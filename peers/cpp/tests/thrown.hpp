// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "check.h"

#include <cstdlib>
#include <exception>

/* What the function throws, which has to be of that type. */
template <class Exception, class Function> Exception thrown_by(Function&& function)
{
    try {
        function();
    } catch (const Exception& e) {
        return e;
    } catch (const std::exception& e) {
        CHECK_SAYING(false, "%s", e.what());
    }
    CHECK(!"it throws");
    std::abort();
}
