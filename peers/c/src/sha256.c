// SPDX-License-Identifier: Apache-2.0
/* SHA-256, as FIPS 180-4 describes it. */
#include "sha256.h"

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t value, unsigned bits)
{
    return value >> bits | value << (32 - bits);
}

static uint32_t load_big_endian(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void compress(uint32_t state[8], const uint8_t block[64])
{
    uint32_t words[64];
    for (int i = 0; i < 16; i++) {
        words[i] = load_big_endian(block + 4 * i);
    }
    for (int i = 16; i < 64; i++) {
        uint32_t low = rotate(words[i - 15], 7) ^ rotate(words[i - 15], 18) ^ words[i - 15] >> 3;
        uint32_t high = rotate(words[i - 2], 17) ^ rotate(words[i - 2], 19) ^ words[i - 2] >> 10;
        words[i] = words[i - 16] + low + words[i - 7] + high;
    }
    uint32_t v[8];
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t first = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) + choice + constants[i] + words[i];
        uint32_t second = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) + majority;
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += first;
        v[0] = first + second;
    }
    for (int i = 0; i < 8; i++) {
        state[i] += v[i];
    }
}

void nc_sha256(const void *data, size_t length, uint8_t digest[32])
{
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint8_t *at = data;
    size_t left = length;
    for (; left >= 64; left -= 64, at += 64) {
        compress(state, at);
    }
    uint8_t last[128] = {0};
    if (left > 0) {
        memcpy(last, at, left);
    }
    last[left] = 0x80;
    size_t blocks = left < 56 ? 1 : 2;
    for (size_t i = 0; i < 8; i++) {
        last[64 * blocks - 1 - i] = (uint8_t)((uint64_t)length * 8 >> 8 * i);
    }
    for (size_t i = 0; i < blocks; i++) {
        compress(state, last + 64 * i);
    }
    for (int i = 0; i < 32; i++) {
        digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
    }
}
