// The processor's own instruction for the Castagnoli check, which Swift can't name: eight bytes in three cycles.

#include "crc32c.h"

#if defined(__x86_64__)

#define WITH_INSTRUCTION __attribute__((target("sse4.2")))
#define STEP8(value, word) ((uint32_t)__builtin_ia32_crc32di((value), (word)))
#define STEP1(value, byte) __builtin_ia32_crc32qi((value), (byte))

bool crc32c_has_instruction(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("sse4.2");
}

#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)

#define WITH_INSTRUCTION
#define STEP8(value, word) __builtin_arm_crc32cd((value), (word))
#define STEP1(value, byte) __builtin_arm_crc32cb((value), (byte))

bool crc32c_has_instruction(void) { return true; }

#else

bool crc32c_has_instruction(void) { return false; }

uint32_t crc32c_by_instruction(uint32_t value, const void *bytes, size_t count) {
  (void)bytes;
  (void)count;
  return value;
}

#endif

#ifdef STEP8

WITH_INSTRUCTION
uint32_t crc32c_by_instruction(uint32_t value, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  for (; count >= 8; count -= 8, next += 8) {
    uint64_t word;
    __builtin_memcpy(&word, next, 8);
    value = STEP8(value, word);
  }
  for (; count > 0; count -= 1, next += 1) value = STEP1(value, *next);
  return value;
}

#endif
