#include "clode_codecs.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

struct clode_jpeg_reader {
  struct jpeg_decompress_struct codec;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  const uint8_t *bytes;
  size_t count;
  int scan_limit;
  bool has_several_scans;
  /// The library asked for more bytes than there are.
  bool ran_dry;
  /// The library ran out of bytes in the middle of the pixels.
  bool is_cut;
  /// Every row was read; what follows is being looked at.
  bool is_finishing;
  char message[JMSG_LENGTH_MAX];
};

static void reader_failed(j_common_ptr codec) {
  clode_jpeg_reader *reader = codec->client_data;
  codec->err->format_message(codec, reader->message);
  longjmp(reader->escape, 1);
}

static void reader_warned(j_common_ptr codec, int level) {
  if (level >= 0) return;
  clode_jpeg_reader *reader = codec->client_data;
  switch (codec->err->msg_code) {
  case JWRN_JPEG_EOF:
    reader->ran_dry = true;
    break;
  case JWRN_HIT_MARKER:
    // Pixels are missing. Where the file itself says that it ends here, what there is is shown, as
    // everywhere else; the library's own end marker, for want of bytes, means that the file is cut.
    if (reader->ran_dry) reader->is_cut = true;
    break;
  default:
    break;
  }
}

static void stay_silent(j_common_ptr codec) { (void)codec; }

static void reader_progressed(j_common_ptr codec) {
  clode_jpeg_reader *reader = codec->client_data;
  if (reader->codec.input_scan_number <= reader->scan_limit) return;
  snprintf(reader->message, sizeof reader->message, "more than %d scans", reader->scan_limit);
  longjmp(reader->escape, 1);
}

/// A single scan that lacks only its end marker is a whole picture. Of several scans, or of arithmetic
/// coding (which reads zeros past the end by definition), that cannot be told.
static clode_status verdict(const clode_jpeg_reader *reader) {
  bool needs_end = reader->has_several_scans || reader->codec.arith_code;
  return reader->is_cut || (reader->ran_dry && needs_end) ? CLODE_TRUNCATED : CLODE_OK;
}

static clode_status failure(const clode_jpeg_reader *reader) {
  return reader->ran_dry ? CLODE_TRUNCATED : CLODE_DAMAGED;
}

clode_jpeg_reader *clode_jpeg_create(const uint8_t *bytes, size_t count, size_t memory_limit,
                                     int scan_limit) {
  clode_jpeg_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  reader->scan_limit = scan_limit;
  reader->codec.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = reader_failed;
  reader->errors.emit_message = reader_warned;
  reader->errors.output_message = stay_silent;
  reader->codec.client_data = reader;
  if (setjmp(reader->escape)) {
    clode_jpeg_destroy(reader);
    return NULL;
  }
  jpeg_create_decompress(&reader->codec);
  reader->progress.progress_monitor = reader_progressed;
  reader->codec.progress = &reader->progress;
  reader->codec.mem->max_memory_to_use = (long)memory_limit;
  return reader;
}

clode_status clode_jpeg_read_header(clode_jpeg_reader *reader, clode_size *size) {
  if (setjmp(reader->escape)) return failure(reader);
  jpeg_mem_src(&reader->codec, reader->bytes, reader->count);
  jpeg_read_header(&reader->codec, TRUE);
  size->width = reader->codec.image_width;
  size->height = reader->codec.image_height;
  reader->has_several_scans = jpeg_has_multiple_scans(&reader->codec);
  return CLODE_OK;
}

clode_status clode_jpeg_start(clode_jpeg_reader *reader, int eighths, clode_size *size) {
  if (setjmp(reader->escape)) return failure(reader);
  struct jpeg_decompress_struct *codec = &reader->codec;
  bool is_cmyk =
      codec->jpeg_color_space == JCS_CMYK || codec->jpeg_color_space == JCS_YCCK;
  codec->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  codec->scale_num = (unsigned)eighths;
  codec->scale_denom = 8;
  jpeg_start_decompress(codec);
  size->width = codec->output_width;
  size->height = codec->output_height;
  return verdict(reader);
}

/// Adobe's files store ink inverted, so that 255 is none. Without a profile, ink covers paper in plain
/// proportion.
static void convert_cmyk(uint8_t *row, uint32_t width, bool is_inverted) {
  uint8_t flip = is_inverted ? 0 : 255;
  for (uint32_t x = 0; x < width; x++, row += 4) {
    unsigned black = row[3] ^ flip;
    for (int channel = 0; channel < 3; channel++) {
      row[channel] = (uint8_t)(((row[channel] ^ flip) * black + 127) / 255);
    }
    row[3] = 255;
  }
}

clode_status clode_jpeg_read_rows(clode_jpeg_reader *reader, uint8_t *rows, size_t stride,
                                  uint32_t count) {
  if (setjmp(reader->escape)) {
    // A file that is cut behind its pixels is a whole picture.
    return reader->is_finishing && reader->ran_dry ? verdict(reader) : failure(reader);
  }
  struct jpeg_decompress_struct *codec = &reader->codec;
  for (uint32_t done = 0; done < count;) {
    JSAMPROW batch[8];
    uint32_t wanted = count - done < 8 ? count - done : 8;
    for (uint32_t index = 0; index < wanted; index++) {
      batch[index] = rows + (size_t)(done + index) * stride;
    }
    uint32_t read = jpeg_read_scanlines(codec, batch, wanted);
    if (read == 0) {
      snprintf(reader->message, sizeof reader->message, "no more rows");
      return CLODE_DAMAGED;
    }
    if (codec->out_color_space == JCS_CMYK) {
      for (uint32_t index = 0; index < read; index++) {
        convert_cmyk(batch[index], codec->output_width, codec->saw_Adobe_marker);
      }
    }
    done += read;
  }
  clode_status status = verdict(reader);
  if (status == CLODE_OK && codec->output_scanline == codec->output_height) {
    // A second scan where one was announced means that the first was not the picture.
    reader->is_finishing = true;
    jpeg_finish_decompress(codec);
  }
  return status;
}

const char *clode_jpeg_message(const clode_jpeg_reader *reader) { return reader->message; }

void clode_jpeg_destroy(clode_jpeg_reader *reader) {
  jpeg_destroy_decompress(&reader->codec);
  free(reader);
}

// MARK: Encoding

typedef struct {
  struct jpeg_compress_struct codec;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  unsigned char *bytes;
  unsigned long count;
} jpeg_writer;

static _Thread_local char writer_message[JMSG_LENGTH_MAX];

static void writer_failed(j_common_ptr codec) {
  jpeg_writer *writer = codec->client_data;
  codec->err->format_message(codec, writer_message);
  longjmp(writer->escape, 1);
}

const char *clode_jpeg_encode(const uint8_t *rows, size_t stride, clode_size size, int quality,
                              clode_output *output) {
  jpeg_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return "out of memory";
  struct jpeg_compress_struct *codec = &writer->codec;
  codec->err = jpeg_std_error(&writer->errors);
  writer->errors.error_exit = writer_failed;
  writer->errors.output_message = stay_silent;
  codec->client_data = writer;
  if (setjmp(writer->escape)) {
    jpeg_destroy_compress(codec);
    free(writer->bytes);
    free(writer);
    return writer_message;
  }
  jpeg_create_compress(codec);
  jpeg_mem_dest(codec, &writer->bytes, &writer->count);
  codec->image_width = size.width;
  codec->image_height = size.height;
  codec->input_components = 4;
  codec->in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(codec);
  jpeg_set_quality(codec, quality, TRUE);
  jpeg_start_compress(codec, TRUE);
  while (codec->next_scanline < size.height) {
    JSAMPROW row = (JSAMPROW)(rows + (size_t)codec->next_scanline * stride);
    jpeg_write_scanlines(codec, &row, 1);
  }
  jpeg_finish_compress(codec);
  jpeg_destroy_compress(codec);
  output->bytes = writer->bytes;
  output->count = writer->count;
  output->release = free;
  free(writer);
  return NULL;
}
