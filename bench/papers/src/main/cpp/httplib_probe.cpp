// SPDX-License-Identifier: Apache-2.0
/* Compiles and links only if cpp-httplib is there: see Makefile. */
#include <httplib.h>

int main()
{
    return httplib::Client("127.0.0.1", 1).is_valid() ? 0 : 1;
}
