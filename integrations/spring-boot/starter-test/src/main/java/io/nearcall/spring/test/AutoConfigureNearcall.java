// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Gives the context of a test its own runtime directory, which is removed with the context. So contexts that exist at
 * the same time, and applications that run on the machine, do not find each other. Services and clients of one context
 * call each other as those of two processes do: values are copied.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureNearcall {}
