// Tesseract keeps the picture of each line as a PNG, which it packs and unpacks for itself alone: a tenth of what a dense page costs.
// A program that links this has its own `pixWriteMem`, which comes before leptonica's. What it writes is leptonica's plain form, which
// `pixReadMem` knows by its first bytes. Were it passed over, reading would cost more and come to the same.

#include "CLineImages.h"

#include <leptonica/allheaders.h>
#include <stdatomic.h>

static atomic_ulong kept;

unsigned long docket_line_images_kept(void) { return atomic_load_explicit(&kept, memory_order_relaxed); }

l_ok pixWriteMem(l_uint8 **data, size_t *size, PIX *pix, l_int32 format) {
    // Nobody in this program writes a file in a format that somebody else has to know.
    (void)format;
    atomic_fetch_add_explicit(&kept, 1, memory_order_relaxed);
    return pixWriteMemSpix(data, size, pix);
}
