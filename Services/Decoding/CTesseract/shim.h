#pragma once

#include <leptonica/allheaders.h>
#include <stddef.h>
#include <stdint.h>
#include <tesseract/capi.h>

/// A picture of grey bytes, made of packed red, green, blue bytes by the weights of Rec. 601; null when there is no memory.
static inline struct Pix *docket_pix_of_rgb(const uint8_t *rgb, int width, int height) {
    struct Pix *pix = pixCreateNoInit(width, height, 8);
    if (pix == NULL) {
        return NULL;
    }
    l_uint32 *line = pixGetData(pix);
    l_int32 words = pixGetWpl(pix);
    for (int y = 0; y < height; y++, line += words) {
        // What lies behind the last pixel of a line is read with it.
        line[words - 1] = 0;
        for (int x = 0; x < width; x++, rgb += 3) {
            SET_DATA_BYTE(line, x, (77 * rgb[0] + 150 * rgb[1] + 29 * rgb[2]) >> 8);
        }
    }
    return pix;
}
