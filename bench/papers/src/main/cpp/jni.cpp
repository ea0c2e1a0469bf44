// SPDX-License-Identifier: Apache-2.0
/* The native methods of io.nearcall.bench.papers.kumon.Jni. They copy arrays in and out, in both directions. */
#include "marked.hpp"

#include <chrono>
#include <jni.h>

namespace {

bytes copied(JNIEnv* env, jbyteArray from)
{
    bytes into(static_cast<std::size_t>(env->GetArrayLength(from)));
    env->GetByteArrayRegion(from, 0, static_cast<jsize>(into.size()), reinterpret_cast<jbyte*>(into.data()));
    return into;
}

/* Returns null with a pending exception if there is no memory. */
jbyteArray copied(JNIEnv* env, const bytes& from)
{
    jbyteArray into = env->NewByteArray(static_cast<jsize>(from.size()));
    if (into != nullptr) {
        env->SetByteArrayRegion(into, 0, static_cast<jsize>(from.size()), reinterpret_cast<const jbyte*>(from.data()));
    }
    return into;
}

jlongArray trips(JNIEnv* env, jclass owner, std::size_t request_length, jint reply_length, jint at_most, jlong limit_ns)
{
    jmethodID answer = env->GetStaticMethodID(owner, "answer", "([BI)[B");
    marked request(request_length);
    std::vector<jlong> times;
    auto start = std::chrono::steady_clock::now();
    for (jint i = 0; answer != nullptr && i <= at_most; i++) {
        auto before = std::chrono::steady_clock::now();
        if (i > 1 && std::chrono::nanoseconds(before - start).count() >= limit_ns) {
            break;
        }
        jbyteArray sent = copied(env, request.next());
        auto received = sent == nullptr ? nullptr : static_cast<jbyteArray>(env->CallStaticObjectMethod(owner, answer, sent, reply_length));
        if (env->ExceptionCheck()) {
            return nullptr;
        }
        bytes reply = copied(env, received);
        times.push_back(std::chrono::nanoseconds(std::chrono::steady_clock::now() - before).count());
        env->DeleteLocalRef(sent);
        env->DeleteLocalRef(received);
        request.expect(reply, static_cast<std::size_t>(reply_length));
    }
    jlongArray result = env->NewLongArray(static_cast<jsize>(times.size()));
    if (result != nullptr) {
        env->SetLongArrayRegion(result, 0, static_cast<jsize>(times.size()), times.data());
    }
    return result;
}

} // namespace

extern "C" JNIEXPORT jbyteArray JNICALL Java_io_nearcall_bench_papers_kumon_Jni_exchange(JNIEnv* env, jclass, jbyteArray request,
                                                                                          jint reply_length)
{
    return copied(env, answer_to(copied(env, request), static_cast<std::size_t>(reply_length)));
}

extern "C" JNIEXPORT jlongArray JNICALL Java_io_nearcall_bench_papers_kumon_Jni_tripsFromCpp(
    JNIEnv* env, jclass owner, jint request_length, jint reply_length, jint at_most, jlong limit_ns)
{
    try {
        return trips(env, owner, static_cast<std::size_t>(request_length), reply_length, at_most, limit_ns);
    } catch (const std::exception& failure) {
        jclass type = env->FindClass("java/lang/IllegalStateException");
        if (type != nullptr) {
            env->ThrowNew(type, failure.what());
        }
        return nullptr;
    }
}
