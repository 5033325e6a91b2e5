#pragma once

#include <cairo-pdf.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <poppler/glib/poppler.h>
#include <stddef.h>
#include <stdint.h>

/// Copies cairo's RGB24 pixels (one native-endian 32-bit word each) to packed red, green, blue bytes.
static inline void docket_pack_rgb(const unsigned char *pixels, size_t stride, size_t width, size_t height, uint8_t *packed) {
    for (size_t y = 0; y < height; y++) {
        const uint32_t *row = (const uint32_t *)(const void *)(pixels + y * stride);
        for (size_t x = 0; x < width; x++) {
            uint32_t pixel = row[x];
            *packed++ = (uint8_t)(pixel >> 16);
            *packed++ = (uint8_t)(pixel >> 8);
            *packed++ = (uint8_t)pixel;
        }
    }
}
