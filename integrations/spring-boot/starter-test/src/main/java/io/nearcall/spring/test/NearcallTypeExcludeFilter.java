// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.test;

import io.nearcall.spring.NearcallService;
import java.io.IOException;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/** Leaves out scanned components that are not services. */
final class NearcallTypeExcludeFilter extends TypeExcludeFilter {

    @Override
    public boolean match(MetadataReader reader, MetadataReaderFactory factory) throws IOException {
        return !reader.getAnnotationMetadata().isAnnotated(NearcallService.class.getName());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NearcallTypeExcludeFilter;
    }

    @Override
    public int hashCode() {
        return NearcallTypeExcludeFilter.class.hashCode();
    }
}
