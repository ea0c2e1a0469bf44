package market;

/** Code that runs in the server only: the command never gets this class. */
public final class Code {
    static int runs;

    static void ran() {
        runs++;
    }
}
