// The files of the page that a person fills in and of the desk, as the bytes that they have in `page/` and `desk/`.
#ifndef DOCKET_CWEBPAGES_H
#define DOCKET_CWEBPAGES_H

#include <stddef.h>

typedef struct {
  // Below `page/`, or with `desk/` before it; ends with NUL.
  const char *name;
  const unsigned char *bytes;
  size_t count;
} docket_page_file;

size_t docket_page_file_count(void);
// Index below the count. What it points to lives as long as the process.
docket_page_file docket_page_file_at(size_t index);

#endif
