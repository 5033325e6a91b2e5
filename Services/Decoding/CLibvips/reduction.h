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
#define DOCKET_REDUCTION_STRIP_BYTES (4 << 20)

typedef struct {
    VipsImage *in;
    int width, height, bands;
    /// Rows of the smaller picture that are made at once.
    int strip;
    /// Rows of the picture to one of the smaller one.
    double down;
    /// Rows above and below a strip that its rows depend on.
    int margin;
} DocketReduction;

/// What one thread works with: the strip that it made last, whose rows are asked for one after the other.
typedef struct {
    const DocketReduction *reduction;
    VipsRegion *region;
    uint8_t *rows;
    int first, count;
} DocketReducedStrip;

static inline size_t docket_reduction_stride(int width) {
    return ((size_t)width + DOCKET_REDUCTION_ALIGNMENT - 1) / DOCKET_REDUCTION_ALIGNMENT * DOCKET_REDUCTION_ALIGNMENT;
}

static inline int docket_reduction_failed(void) {
    char message[256] = "";
    zimg_get_last_error(message, sizeof message);
    vips_error("docket_reduction", "%s", message);
    return -1;
}

/// Samples of a plane of `height` rows of `width`, for each of the bands. The caller frees it.
static inline uint8_t *docket_reduction_planes(int width, int height, int bands) {
    size_t size = docket_reduction_stride(width) * (size_t)height * (size_t)bands;
    uint8_t *planes = aligned_alloc(DOCKET_REDUCTION_ALIGNMENT, size);
    if (planes == NULL) {
        vips_error("docket_reduction", "out of memory --- size == %zu", size);
    }
    return planes;
}

static inline void docket_reduction_take_apart(uint8_t *planes, size_t plane, const uint8_t *row, int width, int bands) {
    if (bands == 1) {
        memcpy(planes, row, (size_t)width);
        return;
    }
    uint8_t *restrict red = planes, *restrict green = planes + plane, *restrict blue = planes + 2 * plane;
    for (int x = 0; x < width; x++) {
        red[x] = row[3 * x];
        green[x] = row[3 * x + 1];
        blue[x] = row[3 * x + 2];
    }
}

static inline void docket_reduction_put_together(uint8_t *restrict row, const uint8_t *planes, size_t plane, int width, int bands) {
    if (bands == 1) {
        memcpy(row, planes, (size_t)width);
        return;
    }
    const uint8_t *red = planes, *green = planes + plane, *blue = planes + 2 * plane;
    for (int x = 0; x < width; x++) {
        row[3 * x] = red[x];
        row[3 * x + 1] = green[x];
        row[3 * x + 2] = blue[x];
    }
}

static inline void docket_reduction_describe(zimg_image_format *format, int width, int height, int bands) {
    zimg_image_format_default(format, ZIMG_API_VERSION);
    format->width = (unsigned)width;
    format->height = (unsigned)height;
    format->pixel_type = ZIMG_PIXEL_BYTE;
    format->color_family = bands == 3 ? ZIMG_COLOR_RGB : ZIMG_COLOR_GREY;
    format->matrix_coefficients = bands == 3 ? ZIMG_MATRIX_RGB : ZIMG_MATRIX_UNSPECIFIED;
    format->pixel_range = ZIMG_RANGE_FULL;
}

/// What makes rows of the smaller picture from rows of the picture that begin at `top`; NULL where zimg refuses.
static inline zimg_filter_graph *docket_reduction_graph(const DocketReduction *reduction, int first, int count, int top, int rows) {
    zimg_image_format from, to;
    docket_reduction_describe(&from, reduction->in->Xsize, rows, reduction->bands);
    from.active_region.left = 0;
    from.active_region.top = first * reduction->down - top;
    from.active_region.width = reduction->in->Xsize;
    from.active_region.height = count * reduction->down;
    docket_reduction_describe(&to, reduction->width, count, reduction->bands);
    zimg_graph_builder_params params;
    zimg_graph_builder_params_default(&params, ZIMG_API_VERSION);
    params.resample_filter = ZIMG_RESIZE_LANCZOS;
    params.filter_param_a = 3;
    params.dither_type = ZIMG_DITHER_NONE;
    params.cpu_type = ZIMG_CPU_AUTO_64B;
    return zimg_filter_graph_build(&from, &to, &params);
}

static inline int docket_reduction_run(
    zimg_filter_graph *graph, uint8_t *from, size_t from_stride, size_t from_plane, uint8_t *to, size_t to_stride, size_t to_plane,
    int bands) {
    size_t size = 0;
    if (zimg_filter_graph_get_tmp_size(graph, &size) != ZIMG_ERROR_SUCCESS) {
        return docket_reduction_failed();
    }
    size_t whole = (size / DOCKET_REDUCTION_ALIGNMENT + 1) * DOCKET_REDUCTION_ALIGNMENT;
    void *room = aligned_alloc(DOCKET_REDUCTION_ALIGNMENT, whole);
    if (room == NULL) {
        vips_error("docket_reduction", "out of memory --- size == %zu", whole);
        return -1;
    }
    zimg_image_buffer_const source = {.version = ZIMG_API_VERSION};
    zimg_image_buffer target = {.version = ZIMG_API_VERSION};
    for (int band = 0; band < bands; band++) {
        source.plane[band].data = from + (size_t)band * from_plane;
        source.plane[band].stride = (ptrdiff_t)from_stride;
        source.plane[band].mask = ZIMG_BUFFER_MAX;
        target.plane[band].data = to + (size_t)band * to_plane;
        target.plane[band].stride = (ptrdiff_t)to_stride;
        target.plane[band].mask = ZIMG_BUFFER_MAX;
    }
    zimg_error_code_e result = zimg_filter_graph_process(graph, &source, &target, room, NULL, NULL, NULL, NULL);
    free(room);
    return result == ZIMG_ERROR_SUCCESS ? 0 : docket_reduction_failed();
}

/// Makes the strip that begins with this row.
static inline int docket_reduction_make(DocketReducedStrip *strip, int first) {
    const DocketReduction *reduction = strip->reduction;
    int bands = reduction->bands, width = reduction->in->Xsize;
    int count = VIPS_MIN(reduction->strip, reduction->height - first);
    int top = VIPS_MAX(0, (int)(first * reduction->down) - reduction->margin);
    int end = VIPS_MIN(reduction->in->Ysize, (int)((first + count) * reduction->down) + 1 + reduction->margin);
    VipsRect wanted = {0, top, width, end - top};
    strip->count = 0;
    if (vips_region_prepare(strip->region, &wanted) != 0) {
        return -1;
    }
    size_t from_stride = docket_reduction_stride(width), to_stride = docket_reduction_stride(reduction->width);
    size_t from_plane = from_stride * (size_t)(end - top), to_plane = to_stride * (size_t)count;
    uint8_t *from = docket_reduction_planes(width, end - top, bands);
    uint8_t *to = docket_reduction_planes(reduction->width, count, bands);
    zimg_filter_graph *graph = docket_reduction_graph(reduction, first, count, top, end - top);
    int result = from == NULL || to == NULL ? -1 : graph == NULL ? docket_reduction_failed() : 0;
    if (result == 0) {
        for (int y = 0; y < end - top; y++) {
            docket_reduction_take_apart(
                from + from_stride * (size_t)y, from_plane, VIPS_REGION_ADDR(strip->region, 0, top + y), width, bands);
        }
        result = docket_reduction_run(graph, from, from_stride, from_plane, to, to_stride, to_plane, bands);
    }
    if (result == 0) {
        for (int y = 0; y < count; y++) {
            docket_reduction_put_together(
                strip->rows + (size_t)y * (size_t)reduction->width * (size_t)bands, to + to_stride * (size_t)y, to_plane, reduction->width,
                bands);
        }
        strip->first = first;
        strip->count = count;
    }
    zimg_filter_graph_free(graph);
    free(from);
    free(to);
    return result;
}

static inline void *docket_reduction_start(VipsImage *out, void *in, void *given) {
    const DocketReduction *reduction = given;
    (void)out;
    DocketReducedStrip *strip = g_try_new0(DocketReducedStrip, 1);
    uint8_t *rows = g_try_malloc((size_t)reduction->strip * (size_t)reduction->width * (size_t)reduction->bands);
    VipsRegion *region = vips_region_new(in);
    if (strip == NULL || rows == NULL || region == NULL) {
        vips_error("docket_reduction", "out of memory --- a strip");
        g_free(strip);
        g_free(rows);
        g_clear_object(&region);
        return NULL;
    }
    *strip = (DocketReducedStrip){.reduction = reduction, .region = region, .rows = rows};
    return strip;
}

static inline int docket_reduction_stop(void *sequence, void *in, void *given) {
    DocketReducedStrip *strip = sequence;
    (void)in;
    (void)given;
    if (strip != NULL) {
        g_object_unref(strip->region);
        g_free(strip->rows);
        g_free(strip);
    }
    return 0;
}

static inline int docket_reduction_generate(VipsRegion *out, void *sequence, void *in, void *given, gboolean *stop) {
    DocketReducedStrip *strip = sequence;
    const DocketReduction *reduction = given;
    VipsRect *area = &out->valid;
    (void)in;
    (void)stop;
    size_t pixel = (size_t)reduction->bands;
    for (int y = area->top; y < area->top + area->height; y++) {
        if ((y < strip->first || y >= strip->first + strip->count) && docket_reduction_make(strip, y) != 0) {
            return -1;
        }
        size_t offset = ((size_t)(y - strip->first) * (size_t)reduction->width + (size_t)area->left) * pixel;
        memcpy(VIPS_REGION_ADDR(out, area->left, y), strip->rows + offset, (size_t)area->width * pixel);
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
    double rows = (double)DOCKET_REDUCTION_STRIP_BYTES / ((double)docket_reduction_stride(in->Xsize) * in->Bands * down);
    *reduction = (DocketReduction){
        .in = in, .width = width, .height = height, .bands = in->Bands, .strip = (int)VIPS_CLIP(16, rows, 256),
        .down = down, .margin = (int)(3 * down) + 2,
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
