// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.NativeLibrary;
import io.nearcall.ipc.os.NativeLibraryException;
import java.util.Arrays;

/** Makes a system call and says whether that was by the foreign function API, or why it could not. */
final class LoadProgram {

    private LoadProgram() {}

    public static void main(String[] arguments) {
        try {
            NativeLibrary.load();
        } catch (NativeLibraryException e) {
            System.out.println(e.getMessage());
            return;
        }
        boolean foreign = Arrays.stream(CurrentProcess.class.getDeclaredFields())
                .filter(field -> field.getName().equals("foreign"))
                .anyMatch(field -> {
                    field.setAccessible(true);
                    try {
                        return field.get(null) != null;
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                });
        System.out.println(
                (CurrentProcess.pid() == ProcessHandle.current().pid()) + (foreign ? " by ffm" : " by the library"));
    }
}
