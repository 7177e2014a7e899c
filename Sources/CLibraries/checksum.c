#include "CLChecksum.h"

#include <pthread.h>
#include <string.h>

/* The CRC-64/NVME: bits are reflected, and the value is inverted before and after. A word holds a polynomial of degree
 * below 64, whose constant term is the highest bit. */
#define POLYNOMIAL 0x9a6c9329ac4bc9b5u

static uint64_t timesX(uint64_t value) { return (value >> 1) ^ (value & 1 ? POLYNOMIAL : 0); }

/* The remainder of eight bytes at a time, by the position of the byte. */
static uint64_t tables[8][256];

static void fillTables(void) {
  for (int byte = 0; byte < 256; byte++) {
    uint64_t value = (uint64_t)byte;
    for (int bit = 0; bit < 8; bit++) value = timesX(value);
    tables[0][byte] = value;
  }
  for (int place = 1; place < 8; place++)
    for (int byte = 0; byte < 256; byte++) {
      uint64_t before = tables[place - 1][byte];
      tables[place][byte] = tables[0][before & 255] ^ (before >> 8);
    }
}

static uint64_t updateByTables(uint64_t crc, const uint8_t *bytes, size_t count) {
  for (; count >= 8; bytes += 8, count -= 8) {
    for (int place = 0; place < 8; place++) crc ^= (uint64_t)bytes[place] << (8 * place);
    uint64_t next = 0;
    for (int place = 0; place < 8; place++) next ^= tables[7 - place][(crc >> (8 * place)) & 255];
    crc = next;
  }
  for (; count > 0; bytes++, count--) crc = tables[0][(crc ^ *bytes) & 255] ^ (crc >> 8);
  return crc;
}

#ifdef __x86_64__
#include <immintrin.h>

/* Factors that move a block of 16 bytes over 64 bytes and over 16 bytes. */
static uint64_t over64[2], over16[2];

static uint64_t power(int exponent) {
  uint64_t value = (uint64_t)1 << 63;
  while (exponent-- > 0) value = timesX(value);
  return value;
}

/* The product of two words has one bit less than the register, so each exponent is one less. */
static void fillFactors(void) {
  over64[0] = power(512 + 63), over64[1] = power(512 - 1);
  over16[0] = power(128 + 63), over16[1] = power(128 - 1);
}

__attribute__((target("pclmul,sse2"))) static __m128i moved(__m128i block, __m128i factors) {
  return _mm_xor_si128(_mm_clmulepi64_si128(block, factors, 0x00), _mm_clmulepi64_si128(block, factors, 0x11));
}

/* Folds four blocks at a time, at least 64 bytes. */
__attribute__((target("pclmul,sse2"))) static uint64_t updateByFolding(uint64_t crc, const uint8_t *bytes, size_t count) {
  const __m128i far = _mm_set_epi64x((long long)over64[1], (long long)over64[0]);
  const __m128i near = _mm_set_epi64x((long long)over16[1], (long long)over16[0]);
  __m128i blocks[4];
  for (int i = 0; i < 4; i++) blocks[i] = _mm_loadu_si128((const __m128i *)bytes + i);
  blocks[0] = _mm_xor_si128(blocks[0], _mm_cvtsi64_si128((long long)crc));
  for (bytes += 64, count -= 64; count >= 64; bytes += 64, count -= 64)
    for (int i = 0; i < 4; i++)
      blocks[i] = _mm_xor_si128(moved(blocks[i], far), _mm_loadu_si128((const __m128i *)bytes + i));
  for (int i = 1; i < 4; i++) blocks[i] = _mm_xor_si128(moved(blocks[i - 1], near), blocks[i]);
  uint8_t rest[16];
  _mm_storeu_si128((__m128i *)rest, blocks[3]);
  return updateByTables(updateByTables(0, rest, 16), bytes, count);
}
#endif

static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static void prepare(void) {
  fillTables();
#ifdef __x86_64__
  fillFactors();
#endif
}

uint64_t cn_crc64nvme(uint64_t crc, const void *bytes, size_t count) {
  pthread_once(&prepared, prepare);
#ifdef __x86_64__
  if (count >= 64 && __builtin_cpu_supports("pclmul")) return ~updateByFolding(~crc, bytes, count);
#endif
  return ~updateByTables(~crc, bytes, count);
}

/* The product of two polynomials. */
static uint64_t product(uint64_t first, uint64_t second) {
  uint64_t sum = 0;
  for (; first; first <<= 1, second = timesX(second))
    if (first >> 63) sum ^= second;
  return sum;
}

uint64_t cn_crc64nvme_joined(uint64_t first, uint64_t second, uint64_t count) {
  uint64_t factor = (uint64_t)1 << 55; /* x to the power of 8, which moves a byte over another */
  for (; count > 0; count >>= 1, factor = product(factor, factor))
    if (count & 1) first = product(first, factor);
  return first ^ second;
}
