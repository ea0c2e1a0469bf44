// SPDX-License-Identifier: Apache-2.0
/* What jni.h asks of Windows. A JDK for Linux, which compiles the library, has only the file of Linux. */
#ifndef NEARCALL_JNI_MD_H
#define NEARCALL_JNI_MD_H

#define JNIEXPORT __declspec(dllexport)
#define JNIIMPORT __declspec(dllimport)
#define JNICALL __stdcall

typedef int jint; /* long has 32 bits here */
typedef long long jlong;
typedef signed char jbyte;

#endif
