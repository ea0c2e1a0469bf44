// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.kiosk;

import io.nearcall.RemoteService;
import java.util.List;

/** Sells papers. */
@RemoteService("kiosk")
public interface Kiosk {

    List<Paper> papers(Paper.Price most);

    Subscription subscribe(Paper paper);
}
