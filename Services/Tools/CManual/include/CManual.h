// The pages of the manual, as the bytes that they have in `deploy/manual`, in the order of their names. Its index is none of them.
#ifndef DOCKET_CMANUAL_H
#define DOCKET_CMANUAL_H

#include <stddef.h>

typedef struct {
  // The file's name without its ending; ends with NUL.
  const char *name;
  const unsigned char *bytes;
  size_t count;
} docket_manual_page;

size_t docket_manual_page_count(void);
// Index below the count. What it points to lives as long as the process.
docket_manual_page docket_manual_page_at(size_t index);

#endif
