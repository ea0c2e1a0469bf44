// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.spring.EagerClientException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when an eager client does not find its service. */
final class EagerClientFailureAnalyzer extends AbstractFailureAnalyzer<EagerClientException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, EagerClientException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Start the service first, or remove nearcall.client." + cause.serviceName()
                        + ".eager: then the first call finds the service.",
                cause);
    }
}
