#include "CLArchive.h"
#include "library.h"

#define FUNCTIONS(X)                                                                                          \
  X(archive_read_new) X(archive_read_free) X(archive_read_support_filter_gzip)                                \
  X(archive_read_support_format_zip) X(archive_read_support_format_raw) X(archive_read_open_filename)         \
  X(archive_read_next_header) X(archive_read_data_block) X(archive_format) X(archive_filter_bytes)            \
  X(archive_error_string) X(archive_entry_size) X(archive_entry_filetype) X(archive_entry_pathname)           \
  X(archive_entry_pathname_utf8)

LIBRARY(cn_open_archive, "libarchive.so.13", NULL)

struct archive *cn_archive_new(void) {
  struct archive *archive = p_archive_read_new();
  if (!archive) return NULL;
  p_archive_read_support_filter_gzip(archive);
  p_archive_read_support_format_zip(archive);
  p_archive_read_support_format_raw(archive);
  return archive;
}

void cn_archive_free(struct archive *archive) { p_archive_read_free(archive); }
int cn_archive_open(struct archive *archive, const char *path, size_t block) {
  return p_archive_read_open_filename(archive, path, block);
}
int cn_archive_next(struct archive *archive, struct archive_entry **entry) {
  return p_archive_read_next_header(archive, entry);
}
int cn_archive_data(struct archive *archive, const void **start, size_t *count, int64_t *offset) {
  la_int64_t position = 0;
  int result = p_archive_read_data_block(archive, start, count, &position);
  *offset = position;
  return result;
}
int cn_archive_format(struct archive *archive) { return p_archive_format(archive); }
int64_t cn_archive_bytes(struct archive *archive) { return p_archive_filter_bytes(archive, -1); }
const char *cn_archive_error(struct archive *archive) { return p_archive_error_string(archive); }
int64_t cn_entry_size(struct archive_entry *entry) { return p_archive_entry_size(entry); }
unsigned cn_entry_type(struct archive_entry *entry) { return p_archive_entry_filetype(entry); }
const char *cn_entry_name(struct archive_entry *entry) {
  const char *name = p_archive_entry_pathname_utf8(entry);
  return name ? name : p_archive_entry_pathname(entry);
}
