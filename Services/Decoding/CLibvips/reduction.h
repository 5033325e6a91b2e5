#pragma once

#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>
#include <zimg.h>

// Pictures are made smaller by zimg (Lanczos, three lobes, as libvips's own). What libvips has for it is compiled while it runs, which
// the jail does not allow (`ImageLibrary`), or takes four times as long.

/// Rows that zimg reads and writes begin at addresses like this.
#define DOCKET_REDUCTION_ALIGNMENT 64
/// The rows that are read for one strip have about as many bytes: they stay in the processor's cache.
#define DOCKET_REDUCTION_STRIP_BYTES (1 << 20)

typedef struct {
    VipsImage *in;
    int width, height, bands;
    /// Rows of the smaller picture that are made at once, and the most rows of the picture that are read for them.
    int strip, rows;
    /// Rows of the picture to one of the smaller one.
    double down;
    /// Rows above and below a strip that its rows depend on.
    int margin;
} DocketReduction;

/// Samples of each band by themselves: all rows of one, then those of the next.
typedef struct {
    void *samples;
    size_t stride, plane;
} DocketPlanes;

/// What one thread works with: the strip that it made last, whose rows are asked for one after the other.
typedef struct {
    const DocketReduction *reduction;
    VipsRegion *region;
    /// Rows of the picture, narrow rows of it in sixteen bits, rows of the smaller picture.
    DocketPlanes wide, narrow, small;
    /// Makes narrow rows of wide ones. It is the same for each strip; to make it takes as long as to use it.
    zimg_filter_graph *across;
    void *room;
    size_t room_size;
    int first, count;
} DocketReducedStrip;

static inline int docket_reduction_failed(void) {
    char message[256] = "";
    zimg_get_last_error(message, sizeof message);
    vips_error("docket_reduction", "%s", message);
    return -1;
}

static inline size_t docket_reduction_aligned(size_t size) {
    return (size + DOCKET_REDUCTION_ALIGNMENT - 1) / DOCKET_REDUCTION_ALIGNMENT * DOCKET_REDUCTION_ALIGNMENT;
}

static inline void *docket_reduction_memory(size_t size) {
    void *memory = aligned_alloc(DOCKET_REDUCTION_ALIGNMENT, docket_reduction_aligned(size));
    if (memory == NULL) {
        vips_error("docket_reduction", "out of memory --- size == %zu", size);
    }
    return memory;
}

/// Without memory where there is none.
static inline DocketPlanes docket_reduction_planes(int width, int height, int bands, size_t sample) {
    DocketPlanes planes = {.stride = docket_reduction_aligned((size_t)width * sample)};
    planes.plane = planes.stride * (size_t)height;
    planes.samples = docket_reduction_memory(planes.plane * (size_t)bands);
    if (planes.samples != NULL) {
        memset(planes.samples, 0, planes.plane * (size_t)bands);
    }
    return planes;
}

static inline void docket_reduction_take_apart(const DocketPlanes *planes, int y, const uint8_t *row, int width, int bands) {
    uint8_t *first = (uint8_t *)planes->samples + (size_t)y * planes->stride;
    if (bands == 1) {
        memcpy(first, row, (size_t)width);
        return;
    }
    uint8_t *restrict red = first, *restrict green = first + planes->plane, *restrict blue = first + 2 * planes->plane;
    for (int x = 0; x < width; x++) {
        red[x] = row[3 * x];
        green[x] = row[3 * x + 1];
        blue[x] = row[3 * x + 2];
    }
}

static inline void docket_reduction_put_together(uint8_t *restrict row, const DocketPlanes *planes, int y, int left, int width, int bands) {
    const uint8_t *first = (const uint8_t *)planes->samples + (size_t)y * planes->stride + left;
    if (bands == 1) {
        memcpy(row, first, (size_t)width);
        return;
    }
    const uint8_t *red = first, *green = first + planes->plane, *blue = first + 2 * planes->plane;
    for (int x = 0; x < width; x++) {
        row[3 * x] = red[x];
        row[3 * x + 1] = green[x];
        row[3 * x + 2] = blue[x];
    }
}

static inline zimg_image_format docket_reduction_format(int width, int height, int bands, zimg_pixel_type_e type) {
    zimg_image_format format;
    zimg_image_format_default(&format, ZIMG_API_VERSION);
    format.width = (unsigned)width;
    format.height = (unsigned)height;
    format.pixel_type = type;
    format.depth = type == ZIMG_PIXEL_WORD ? 16 : 8;
    format.color_family = bands == 3 ? ZIMG_COLOR_RGB : ZIMG_COLOR_GREY;
    format.matrix_coefficients = bands == 3 ? ZIMG_MATRIX_RGB : ZIMG_MATRIX_UNSPECIFIED;
    format.pixel_range = ZIMG_RANGE_FULL;
    format.active_region.left = 0;
    format.active_region.top = 0;
    format.active_region.width = width;
    format.active_region.height = height;
    return format;
}

/// NULL where zimg refuses.
static inline zimg_filter_graph *docket_reduction_graph(zimg_image_format from, zimg_image_format to) {
    zimg_graph_builder_params params;
    zimg_graph_builder_params_default(&params, ZIMG_API_VERSION);
    params.resample_filter = ZIMG_RESIZE_LANCZOS;
    params.filter_param_a = 3;
    params.dither_type = ZIMG_DITHER_NONE;
    params.cpu_type = ZIMG_CPU_AUTO_64B;
    zimg_filter_graph *graph = zimg_filter_graph_build(&from, &to, &params);
    if (graph == NULL) {
        docket_reduction_failed();
    }
    return graph;
}

static inline int docket_reduction_run(
    DocketReducedStrip *strip, const zimg_filter_graph *graph, const DocketPlanes *from, const DocketPlanes *to) {
    size_t size = 0;
    if (zimg_filter_graph_get_tmp_size(graph, &size) != ZIMG_ERROR_SUCCESS) {
        return docket_reduction_failed();
    }
    if (strip->room == NULL || strip->room_size < size) {
        free(strip->room);
        strip->room_size = size;
        strip->room = docket_reduction_memory(VIPS_MAX(size, 1));
        if (strip->room == NULL) {
            return -1;
        }
    }
    zimg_image_buffer_const source = {.version = ZIMG_API_VERSION};
    zimg_image_buffer target = {.version = ZIMG_API_VERSION};
    for (int band = 0; band < strip->reduction->bands; band++) {
        source.plane[band].data = (const uint8_t *)from->samples + (size_t)band * from->plane;
        source.plane[band].stride = (ptrdiff_t)from->stride;
        source.plane[band].mask = ZIMG_BUFFER_MAX;
        target.plane[band].data = (uint8_t *)to->samples + (size_t)band * to->plane;
        target.plane[band].stride = (ptrdiff_t)to->stride;
        target.plane[band].mask = ZIMG_BUFFER_MAX;
    }
    zimg_error_code_e result = zimg_filter_graph_process(graph, &source, &target, strip->room, NULL, NULL, NULL, NULL);
    return result == ZIMG_ERROR_SUCCESS ? 0 : docket_reduction_failed();
}

/// Makes the strip that begins with this row.
static inline int docket_reduction_make(DocketReducedStrip *strip, int first) {
    const DocketReduction *reduction = strip->reduction;
    int bands = reduction->bands;
    int count = VIPS_MIN(reduction->strip, reduction->height - first);
    int top = VIPS_MAX(0, (int)(first * reduction->down) - reduction->margin);
    int end = VIPS_MIN(reduction->in->Ysize, (int)((first + count) * reduction->down) + 1 + reduction->margin);
    VipsRect wanted = {0, top, reduction->in->Xsize, VIPS_MIN(end - top, reduction->rows)};
    strip->count = 0;
    if (vips_region_prepare(strip->region, &wanted) != 0) {
        return -1;
    }
    for (int y = 0; y < wanted.height; y++) {
        docket_reduction_take_apart(&strip->wide, y, VIPS_REGION_ADDR(strip->region, 0, top + y), wanted.width, bands);
    }
    if (docket_reduction_run(strip, strip->across, &strip->wide, &strip->narrow) != 0) {
        return -1;
    }
    zimg_image_format from = docket_reduction_format(reduction->width, wanted.height, bands, ZIMG_PIXEL_WORD);
    from.active_region.top = first * reduction->down - top;
    from.active_region.height = count * reduction->down;
    zimg_filter_graph *graph = docket_reduction_graph(from, docket_reduction_format(reduction->width, count, bands, ZIMG_PIXEL_BYTE));
    int result = graph == NULL ? -1 : docket_reduction_run(strip, graph, &strip->narrow, &strip->small);
    zimg_filter_graph_free(graph);
    if (result == 0) {
        strip->first = first;
        strip->count = count;
    }
    return result;
}

static inline int docket_reduction_stop(void *sequence, void *in, void *given) {
    DocketReducedStrip *strip = sequence;
    (void)in;
    (void)given;
    if (strip != NULL) {
        g_clear_object(&strip->region);
        zimg_filter_graph_free(strip->across);
        free(strip->wide.samples);
        free(strip->narrow.samples);
        free(strip->small.samples);
        free(strip->room);
        g_free(strip);
    }
    return 0;
}

static inline void *docket_reduction_start(VipsImage *out, void *in, void *given) {
    const DocketReduction *reduction = given;
    int wide = reduction->in->Xsize, narrow = reduction->width, rows = reduction->rows, bands = reduction->bands;
    (void)out;
    DocketReducedStrip *strip = g_try_new0(DocketReducedStrip, 1);
    if (strip == NULL) {
        vips_error("docket_reduction", "out of memory --- a strip");
        return NULL;
    }
    strip->reduction = reduction;
    strip->region = vips_region_new(in);
    strip->wide = docket_reduction_planes(wide, rows, bands, 1);
    strip->narrow = docket_reduction_planes(narrow, rows, bands, 2);
    strip->small = docket_reduction_planes(narrow, reduction->strip, bands, 1);
    strip->across = docket_reduction_graph(
        docket_reduction_format(wide, rows, bands, ZIMG_PIXEL_BYTE), docket_reduction_format(narrow, rows, bands, ZIMG_PIXEL_WORD));
    if (!strip->region || !strip->wide.samples || !strip->narrow.samples || !strip->small.samples || !strip->across) {
        docket_reduction_stop(strip, in, given);
        return NULL;
    }
    return strip;
}

static inline int docket_reduction_generate(VipsRegion *out, void *sequence, void *in, void *given, gboolean *stop) {
    DocketReducedStrip *strip = sequence;
    const DocketReduction *reduction = given;
    VipsRect *area = &out->valid;
    (void)in;
    (void)stop;
    for (int y = area->top; y < area->top + area->height; y++) {
        if ((y < strip->first || y >= strip->first + strip->count) && docket_reduction_make(strip, y) != 0) {
            return -1;
        }
        docket_reduction_put_together(
            VIPS_REGION_ADDR(out, area->left, y), &strip->small, y - strip->first, area->left, area->width, reduction->bands);
    }
    return 0;
}

/// A picture of one or three bands of bytes, reduced to this size, which is no larger in either direction. It is read from top to bottom.
static inline int docket_vips_reduced(VipsImage *in, VipsImage **out, int width, int height) {
    VipsImage *image = vips_image_new();
    DocketReduction *reduction = VIPS_NEW(image, DocketReduction);
    if (reduction == NULL || vips_image_pipelinev(image, VIPS_DEMAND_STYLE_FATSTRIP, in, NULL) != 0) {
        g_object_unref(image);
        return -1;
    }
    double down = (double)in->Ysize / height;
    double strip = VIPS_CLIP(16, DOCKET_REDUCTION_STRIP_BYTES / ((double)in->Xsize * in->Bands * down), 256);
    int margin = (int)(3 * down) + 2;
    *reduction = (DocketReduction){
        .in = in, .width = width, .height = height, .bands = in->Bands, .strip = (int)strip,
        .rows = (int)((int)strip * down) + 2 * margin + 2, .down = down, .margin = margin,
    };
    image->Xsize = width;
    image->Ysize = height;
    if (vips_image_generate(
            image, docket_reduction_start, docket_reduction_generate, docket_reduction_stop, in, reduction) != 0) {
        g_object_unref(image);
        return -1;
    }
    // What it reads from lives as long as it does.
    g_object_ref(in);
    vips_object_local(VIPS_OBJECT(image), in);
    *out = image;
    return 0;
}
