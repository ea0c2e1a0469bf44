// SPDX-License-Identifier: Apache-2.0
/* The interface shop.Shop of tests/java, as C sees it. */
#ifndef NC_SHOP_H
#define NC_SHOP_H

#include "check.h"
#include "nearcall.h"

#define ITEM "Lshop/Shop$Item;"

enum shop_method {
    ADD, DESCRIBE, GREET, BUY, ECHO, WRAP, REVERSE, TWICE, LATER, SURPRISE, FAIL, SLEEP, INTERRUPTS, SOON, NOTE, NOTES,
    CONTEXT, PROCESS, DIE, OPEN, TOTAL, APPLY, COLLECT, RANGE, SUM, BROKEN, TICKS, SHOP_METHODS
};

static const char *const shop_methods[] = {
    [ADD] = "add (II)I (II)I",
    [DESCRIBE] = "describe (ZBCSIJFD)Ljava/lang/String; (ZBCSIJFD)T",
    [GREET] = "greet (Ljava/lang/String;)Ljava/lang/String; (T)T",
    [BUY] = "buy (" ITEM "D)Lshop/Shop$Receipt; (LD)L",
    [ECHO] = "echo (Ljava/lang/Object;)Ljava/lang/Object; (L)L",
    [WRAP] = "wrap (Lshop/Shop$Box;)Lshop/Shop$Box; (L)L",
    [REVERSE] = "reverse ([B)[B (A)A",
    [TWICE] = "twice ([I)[I (X)X",
    [LATER] = "later (Ljava/time/Instant;Ljava/time/Duration;)Ljava/time/Instant; (XX)X",
    [SURPRISE] = "surprise ()Ljava/lang/Object; ()L",
    [FAIL] = "fail ()V ()V",
    [SLEEP] = "sleep (J)V (J)V",
    [INTERRUPTS] = "interrupts ()I ()I",
    [SOON] = "soon (Ljava/lang/String;)Ljava/util/concurrent/CompletableFuture; (T)L",
    [NOTE] = "note (Ljava/lang/String;)V (T)V",
    [NOTES] = "notes ()Ljava/util/List; ()L",
    [CONTEXT] = "context ()Ljava/lang/String; ()T",
    [PROCESS] = "process ()I ()I",
    [DIE] = "die ()V ()V",
    [OPEN] = "open (Ljava/lang/String;)Lshop/Till; (T)L",
    [TOTAL] = "total (Lshop/Till;)I (L)I",
    [RANGE] = "range (II)Ljava/util/stream/Stream; (II)E",
    [SUM] = "sum (Ljava/util/Iterator;)J (E)J",
    [BROKEN] = "broken ()Ljava/util/Iterator; ()E",
    [TICKS] = "ticks (I)Ljava/util/concurrent/Flow$Publisher; (I)E",
    [COLLECT] = "collect ()V ()V",
    [APPLY] = "apply (Ljava/util/function/IntUnaryOperator;I)I (RI)I",
};

static const char *const till_methods[] = {"put (I)I (I)I"};

static inline void describe_classes(nearcall_endpoint *endpoint)
{
    static const char *const classes[][2] = {
        {"shop.Shop$Colour", "enum\nGREEN\nRED"},
        {"shop.Shop$Item", "record\nname java.lang.String exact\ncount int exact\ncolour shop.Shop$Colour exact\ntags "
                           "java.util.List"},
        {"shop.Shop$Receipt", "record\nitem shop.Shop$Item exact\ntotal double exact\nparts [Lshop.Shop$Item; exact"},
        {"shop.Shop$Box", "class extends java.lang.Object\ncontent java.lang.Object\ninner shop.Shop$Box\nsize int exact"},
        {"shop.Shop$Gift", "final class extends java.lang.Object\nwrapping java.lang.String exact"},
        {"shop.Till", "remote interface"},
    };
    nearcall_error error;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        CHECK_SAYING(nearcall_add_class(endpoint, classes[i][0], classes[i][1], &error) == NEARCALL_OK, "%s",
                     error.message);
    }
}

#endif
