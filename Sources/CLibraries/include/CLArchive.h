/* libarchive, for reading. */
#ifndef SHOWROOM_CLARCHIVE_H
#define SHOWROOM_CLARCHIVE_H

#include <archive.h>
#include <archive_entry.h>
#include <stddef.h>
#include <stdint.h>

/* Opens libarchive once for the process. Returns NULL, or the reason why it cannot be used. Safe to call from any thread. */
const char *cn_open_archive(void);

/* Returns a reader for plain, gzip and zip files, or NULL if memory is exhausted. */
struct archive *cn_archive_new(void);
void cn_archive_free(struct archive *archive);
int cn_archive_open(struct archive *archive, const char *path, size_t block);
int cn_archive_next(struct archive *archive, struct archive_entry **entry);
int cn_archive_data(struct archive *archive, const void **start, size_t *count, int64_t *offset);
int cn_archive_format(struct archive *archive);
/* The number of bytes read from the file. */
int64_t cn_archive_bytes(struct archive *archive);
const char *cn_archive_error(struct archive *archive);
int64_t cn_entry_size(struct archive_entry *entry);
unsigned cn_entry_type(struct archive_entry *entry);
/* The name, in UTF-8 if possible, or NULL if the entry has no name. */
const char *cn_entry_name(struct archive_entry *entry);

#endif
