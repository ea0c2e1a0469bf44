// SPDX-License-Identifier: Apache-2.0
module shop {
    requires io.nearcall;
    requires io.nearcall.grpc;
    requires io.nearcall.micrometer;
    requires io.nearcall.opentelemetry;
    requires io.opentelemetry.api;
    requires micrometer.core;

    exports shop;
}
