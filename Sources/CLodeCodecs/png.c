#include "clode_codecs.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct clode_png_reader {
  png_structp codec;
  png_infop info;
  const uint8_t *bytes;
  size_t count;
  size_t position;
  bool ran_dry;
  char message[160];
};

static void reader_failed(png_structp codec, png_const_charp message) {
  clode_png_reader *reader = png_get_error_ptr(codec);
  snprintf(reader->message, sizeof reader->message, "%s", message);
  png_longjmp(codec, 1);
}

static void ignore_warning(png_structp codec, png_const_charp message) {
  (void)codec;
  (void)message;
}

static void read_bytes(png_structp codec, png_bytep target, size_t count) {
  clode_png_reader *reader = png_get_io_ptr(codec);
  if (reader->count - reader->position < count) {
    reader->ran_dry = true;
    png_error(codec, "the data ends");
  }
  memcpy(target, reader->bytes + reader->position, count);
  reader->position += count;
}

/// Whether every pixel was read; then an error is about what follows them.
static bool is_complete(const clode_png_reader *reader, bool is_interlaced) {
  return is_interlaced
      ? png_get_current_pass_number(reader->codec) >= PNG_INTERLACE_ADAM7_PASSES
      : png_get_current_row_number(reader->codec)
          >= png_get_image_height(reader->codec, reader->info);
}

static clode_status failure(const clode_png_reader *reader) {
  return reader->ran_dry ? CLODE_TRUNCATED : CLODE_DAMAGED;
}

clode_png_reader *clode_png_create(const uint8_t *bytes, size_t count, uint32_t side_limit,
                                   size_t chunk_limit) {
  clode_png_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  reader->codec =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, reader_failed, ignore_warning);
  if (reader->codec == NULL) {
    free(reader);
    return NULL;
  }
  if (setjmp(png_jmpbuf(reader->codec))) {
    clode_png_destroy(reader);
    return NULL;
  }
  reader->info = png_create_info_struct(reader->codec);
  if (reader->info == NULL) {
    clode_png_destroy(reader);
    return NULL;
  }
  png_set_read_fn(reader->codec, reader, read_bytes);
  png_set_user_limits(reader->codec, side_limit, side_limit);
  png_set_chunk_malloc_max(reader->codec, chunk_limit);
  // With a count of -1: every chunk but IHDR, PLTE, tRNS, IDAT and IEND.
  png_set_keep_unknown_chunks(reader->codec, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  return reader;
}

clode_status clode_png_read_header(clode_png_reader *reader, clode_png_header *header) {
  png_structp codec = reader->codec;
  if (setjmp(png_jmpbuf(codec))) return failure(reader);
  png_read_info(codec, reader->info);
  header->width = png_get_image_width(codec, reader->info);
  header->height = png_get_image_height(codec, reader->info);
  header->is_interlaced = png_get_interlace_type(codec, reader->info) != PNG_INTERLACE_NONE;
  png_byte type = png_get_color_type(codec, reader->info);
  // A tRNS chunk before the palette is dropped again, but stays marked as valid.
  int transparent_count = 0;
  png_get_tRNS(codec, reader->info, NULL, &transparent_count, NULL);
  header->has_alpha = (type & PNG_COLOR_MASK_ALPHA) || transparent_count > 0;

  if (png_get_bit_depth(codec, reader->info) == 16) png_set_scale_16(codec);
  png_set_expand(codec);
  if (!(type & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(codec);
  if (!header->has_alpha) png_set_add_alpha(codec, 255, PNG_FILLER_AFTER);
  png_set_interlace_handling(codec);
  png_read_update_info(codec, reader->info);
  if (png_get_rowbytes(codec, reader->info) != (size_t)header->width * 4) {
    png_error(codec, "rows of an unexpected length");
  }
  return CLODE_OK;
}

clode_status clode_png_read_row(clode_png_reader *reader, uint8_t *row) {
  if (setjmp(png_jmpbuf(reader->codec))) {
    return reader->ran_dry && is_complete(reader, false) ? CLODE_OK : failure(reader);
  }
  png_read_row(reader->codec, row, NULL);
  return CLODE_OK;
}

clode_status clode_png_read_interlaced(clode_png_reader *reader, uint8_t *rows, size_t stride) {
  png_structp codec = reader->codec;
  if (setjmp(png_jmpbuf(codec))) {
    return reader->ran_dry && is_complete(reader, true) ? CLODE_OK : failure(reader);
  }
  png_uint_32 height = png_get_image_height(codec, reader->info);
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
    for (png_uint_32 y = 0; y < height; y++) png_read_row(codec, rows + (size_t)y * stride, NULL);
  }
  return CLODE_OK;
}

const char *clode_png_message(const clode_png_reader *reader) { return reader->message; }

void clode_png_destroy(clode_png_reader *reader) {
  png_destroy_read_struct(&reader->codec, &reader->info, NULL);
  free(reader);
}

// MARK: Encoding

typedef struct {
  png_structp codec;
  png_infop info;
  uint8_t *bytes;
  size_t count;
  size_t capacity;
} png_writer;

static _Thread_local char writer_message[160];

static void writer_failed(png_structp codec, png_const_charp message) {
  snprintf(writer_message, sizeof writer_message, "%s", message);
  png_longjmp(codec, 1);
}

static void write_bytes(png_structp codec, png_bytep source, size_t count) {
  png_writer *writer = png_get_io_ptr(codec);
  if (writer->capacity - writer->count < count) {
    size_t capacity = (writer->count + count) * 2;
    uint8_t *bytes = realloc(writer->bytes, capacity);
    if (bytes == NULL) png_error(codec, "out of memory");
    writer->bytes = bytes;
    writer->capacity = capacity;
  }
  memcpy(writer->bytes + writer->count, source, count);
  writer->count += count;
}

static void flush_nothing(png_structp codec) { (void)codec; }

const char *clode_png_encode(const uint8_t *rows, size_t stride, clode_size size, bool has_alpha,
                             clode_output *output) {
  png_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return "out of memory";
  writer->codec =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, writer_failed, ignore_warning);
  if (writer->codec == NULL) {
    free(writer);
    return "out of memory";
  }
  png_structp codec = writer->codec;
  if (setjmp(png_jmpbuf(codec))) {
    png_destroy_write_struct(&writer->codec, &writer->info);
    free(writer->bytes);
    free(writer);
    return writer_message;
  }
  writer->info = png_create_info_struct(codec);
  if (writer->info == NULL) png_error(codec, "out of memory");
  png_set_write_fn(codec, writer, write_bytes, flush_nothing);
  png_set_IHDR(codec, writer->info, size.width, size.height, 8,
               has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(codec, writer->info);
  if (!has_alpha) png_set_filler(codec, 0, PNG_FILLER_AFTER);
  for (uint32_t y = 0; y < size.height; y++) png_write_row(codec, rows + (size_t)y * stride);
  png_write_end(codec, writer->info);
  png_destroy_write_struct(&writer->codec, &writer->info);
  output->bytes = writer->bytes;
  output->count = writer->count;
  output->release = free;
  free(writer);
  return NULL;
}
