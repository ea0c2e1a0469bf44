// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/**
 * Thrown when the arguments or the result of a call cannot be turned into bytes, or the bytes cannot be turned into
 * objects again.
 */
public final class EncodingException extends NearcallException {

    private static final long serialVersionUID = 1L;

    /** Why the value cannot travel. */
    public enum Reason {
        /** A value cannot be written, or what was written cannot be read. */
        UNENCODABLE,
        /** The class of a value is not allowed, or cannot travel. */
        NOT_ALLOWED,
        /** A class or an interface differs on the two sides in a way that cannot be bridged. */
        INCOMPATIBLE,
        /** The arguments or the result exceed the limit of one of the two sides. */
        TOO_LARGE
    }

    private final Reason reason;
    private final String className;

    private EncodingException(Outcome outcome, Reason reason, String className, String message, Throwable cause) {
        super(outcome, message + ". " + said(outcome), cause);
        this.reason = reason;
        this.className = className;
    }

    /**
     * Creates the exception for a value that cannot be written or read.
     *
     * @param what the failure, as in "The arguments of Orders.place cannot be read on the other side"
     * @param why the reason in the other side's words; may be empty
     */
    public static EncodingException unencodable(Outcome outcome, String what, String why) {
        return new EncodingException(outcome, Reason.UNENCODABLE, "", what + (why.isEmpty() ? "" : ": " + why), null);
    }

    /** Creates the exception for a value that cannot be written or read on this side. */
    public static EncodingException unencodable(Outcome outcome, String what, Throwable cause) {
        return new EncodingException(outcome, Reason.UNENCODABLE, "", what + ": " + cause.getMessage(), cause);
    }

    /**
     * Creates the exception for a class that may not travel.
     *
     * @param where the side and the place where the object was found, as in "as an argument of Orders.place"; may be
     *     empty
     * @param why why the class may not travel and what to do about it, without a full stop
     * @param cause the cause on this side; null if the failure is the other side's
     */
    public static EncodingException notAllowed(
            Outcome outcome, String className, String where, String why, Throwable cause) {
        return new EncodingException(
                outcome,
                Reason.NOT_ALLOWED,
                className,
                "The class " + className + " may not travel" + (where.isEmpty() ? "" : " " + where) + ": " + why,
                cause);
    }

    /**
     * Creates the exception for a difference between the two sides.
     *
     * @param member the field or method that differs; empty if the class as a whole differs
     * @param difference the difference in words, naming both sides
     * @param cause the cause on this side; null if the failure is the other side's
     */
    public static EncodingException incompatible(
            Outcome outcome, String className, String member, String difference, Throwable cause) {
        return new EncodingException(
                outcome,
                Reason.INCOMPATIBLE,
                className,
                "The class " + className + (member.isEmpty() ? "" : ", member " + member + ",")
                        + " differs between the two sides: " + difference
                        + ". Use versions of it on both sides that fit together",
                cause);
    }

    /**
     * Creates the exception for arguments or a result that are too large.
     *
     * @param what as in "The arguments of Orders.place" or "The result of Orders.list"
     * @param limitBytes the limit in bytes
     * @param cause the cause on this side; null if the failure is the other side's
     */
    public static EncodingException tooLarge(Outcome outcome, String what, long limitBytes, Throwable cause) {
        return new EncodingException(
                outcome,
                Reason.TOO_LARGE,
                "",
                what + " came to " + limitBytes + " bytes or more, the limit is " + limitBytes
                        + ". Send less at once, or raise the limit of the endpoints on both sides, with"
                        + " Endpoint.builder().maxMessageBytes",
                cause);
    }

    public Reason reason() {
        return reason;
    }

    /** Returns the class that is not allowed or that differs; empty for any other reason. */
    public String className() {
        return className;
    }
}
