#include "clode_codecs.h"

#include <string.h>

#include <webp/decode.h>
#include <webp/encode.h>

static clode_status status_of(VP8StatusCode code, const char **message) {
  switch (code) {
  case VP8_STATUS_OK:
    return CLODE_OK;
  case VP8_STATUS_NOT_ENOUGH_DATA:
  case VP8_STATUS_SUSPENDED:
    *message = "the data ends";
    return CLODE_TRUNCATED;
  case VP8_STATUS_OUT_OF_MEMORY:
    *message = "out of memory";
    return CLODE_DAMAGED;
  case VP8_STATUS_UNSUPPORTED_FEATURE:
    *message = "unsupported feature";
    return CLODE_DAMAGED;
  default:
    *message = "bitstream error";
    return CLODE_DAMAGED;
  }
}

clode_status clode_webp_read_header(const uint8_t *bytes, size_t count, clode_webp_header *header,
                                    const char **message) {
  WebPBitstreamFeatures features;
  VP8StatusCode code = WebPGetFeatures(bytes, count, &features);
  if (code != VP8_STATUS_OK) return status_of(code, message);
  header->width = (uint32_t)features.width;
  header->height = (uint32_t)features.height;
  header->has_alpha = features.has_alpha;
  header->is_lossy = features.format == 1;
  return CLODE_OK;
}

clode_status clode_webp_decode(const uint8_t *bytes, size_t count, clode_size size, clode_size scaled,
                               uint8_t *rows, size_t stride, const char **message) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) {
    *message = "the library's version does not match";
    return CLODE_DAMAGED;
  }
  VP8StatusCode code = WebPGetFeatures(bytes, count, &config.input);
  if (code != VP8_STATUS_OK) return status_of(code, message);
  if (scaled.width != size.width || scaled.height != size.height) {
    config.options.use_scaling = 1;
    config.options.scaled_width = (int)scaled.width;
    config.options.scaled_height = (int)scaled.height;
  }
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = rows;
  config.output.u.RGBA.stride = (int)stride;
  config.output.u.RGBA.size = stride * (scaled.height - 1) + (size_t)scaled.width * 4;
  code = WebPDecode(bytes, count, &config);
  WebPFreeDecBuffer(&config.output);
  // Where a lossless picture's palette is too short, pixels come out transparent unannounced.
  if (code == VP8_STATUS_OK && !config.input.has_alpha) {
    for (uint32_t y = 0; y < scaled.height; y++) {
      for (uint32_t x = 0; x < scaled.width; x++) rows[y * stride + x * 4 + 3] = 255;
    }
  }
  return status_of(code, message);
}

const char *clode_webp_encode(const uint8_t *rows, size_t stride, clode_size size, int quality,
                              bool is_lossless, clode_output *output) {
  uint8_t *bytes = NULL;
  int width = (int)size.width, height = (int)size.height;
  size_t count = is_lossless
      ? WebPEncodeLosslessRGBA(rows, width, height, (int)stride, &bytes)
      : WebPEncodeRGBA(rows, width, height, (int)stride, (float)quality, &bytes);
  if (count == 0) return "the WebP encoder gave up";
  output->bytes = bytes;
  output->count = count;
  output->release = WebPFree;
  return NULL;
}
