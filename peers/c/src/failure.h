// SPDX-License-Identifier: Apache-2.0
/* The codes of a FAILURE (section 5 of the protocol). Up to NC_ABORTED, and for NC_OVERLOADED, the method did not run. */
#ifndef NC_FAILURE_H
#define NC_FAILURE_H

enum nc_failure {
    NC_NO_OBJECT,
    NC_NO_METHOD,
    NC_ARGUMENTS_UNREADABLE,
    NC_ARGUMENT_NOT_ALLOWED,
    NC_ARGUMENT_DIFFERS,
    NC_ARGUMENTS_TOO_LARGE,
    NC_CLOSING,
    NC_ABORTED,
    NC_RESULT_UNWRITABLE,
    NC_RESULT_NOT_ALLOWED,
    NC_RESULT_DIFFERS,
    NC_RESULT_TOO_LARGE,
    NC_OVERLOADED
};

#endif
