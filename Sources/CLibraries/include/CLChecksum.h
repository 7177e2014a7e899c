/* Checksums that libcrypto does not offer. */
#ifndef SHOWROOM_CLCHECKSUM_H
#define SHOWROOM_CLCHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Returns the CRC-64/NVME of some bytes, followed by `count` more. `crc` is that of the first ones, which is 0 for none.
 * Safe to call from any thread. */
uint64_t cn_crc64nvme(uint64_t crc, const void *bytes, size_t count);

/* Returns the CRC-64/NVME of some bytes, followed by `count` more, from the values of both. Safe to call from any thread. */
uint64_t cn_crc64nvme_joined(uint64_t first, uint64_t second, uint64_t count);

#endif
