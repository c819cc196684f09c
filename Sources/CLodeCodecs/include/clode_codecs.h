// Pixels in and out of libjpeg-turbo, libpng and libwebp.
//
// Those libraries report errors by longjmp and configure themselves through macros, neither of which
// Swift can take part in. Every jump begins and ends inside one call of a function declared here. Limits,
// sizes and scales are the caller's; nothing is decided here.
//
// All pixels are 8-bit RGBA with straight alpha, rows from the top. Input is borrowed: it must outlive
// the reader that was made from it.

#ifndef CLODE_CODECS_H
#define CLODE_CODECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  CLODE_OK = 0,
  /// The data ends before the picture does.
  CLODE_TRUNCATED = 1,
  /// The data contradicts its format, or exceeds a limit; the message says how.
  CLODE_DAMAGED = 2,
} clode_status;

// MARK: JPEG

typedef struct clode_jpeg_reader clode_jpeg_reader;

typedef struct {
  uint32_t width;
  uint32_t height;
} clode_size;

/// Makes a reader, or returns NULL where memory is short.
///
/// memory_limit bounds, in bytes, what a file with several scans makes the library hold; scan_limit the
/// number of those scans.
clode_jpeg_reader *clode_jpeg_create(const uint8_t *bytes, size_t count, size_t memory_limit,
                                     int scan_limit);

/// Reads up to the first scan and sets *size to the size the picture is stored at.
clode_status clode_jpeg_read_header(clode_jpeg_reader *reader, clode_size *size);

/// Starts to decode at eighths/8 of the stored size (1, 2, 4 or 8) and sets *size to the size of the
/// rows that will come. A file with several scans is read whole here.
clode_status clode_jpeg_start(clode_jpeg_reader *reader, int eighths, clode_size *size);

/// Writes the next count rows; the caller asks for no more than there are.
clode_status clode_jpeg_read_rows(clode_jpeg_reader *reader, uint8_t *rows, size_t stride,
                                  uint32_t count);

/// What the library said last; valid until the next call with this reader.
const char *clode_jpeg_message(const clode_jpeg_reader *reader);

void clode_jpeg_destroy(clode_jpeg_reader *reader);

// MARK: PNG

typedef struct clode_png_reader clode_png_reader;

typedef struct {
  uint32_t width;
  uint32_t height;
  bool is_interlaced;
  bool has_alpha;
} clode_png_header;

/// Makes a reader, or returns NULL where memory is short.
///
/// side_limit bounds each side, chunk_limit the length of each chunk. Chunks that say nothing about
/// pixels are skipped without being unpacked, so that none can ask for more memory than it has bytes.
clode_png_reader *clode_png_create(const uint8_t *bytes, size_t count, uint32_t side_limit,
                                   size_t chunk_limit);

/// Reads up to the first pixel.
clode_status clode_png_read_header(clode_png_reader *reader, clode_png_header *header);

/// Writes the next row of a picture that is not interlaced.
clode_status clode_png_read_row(clode_png_reader *reader, uint8_t *row);

/// Writes all rows of an interlaced picture.
clode_status clode_png_read_interlaced(clode_png_reader *reader, uint8_t *rows, size_t stride);

/// What the library said last; valid until the next call with this reader.
const char *clode_png_message(const clode_png_reader *reader);

void clode_png_destroy(clode_png_reader *reader);

// MARK: WebP

typedef struct {
  uint32_t width;
  uint32_t height;
  bool has_alpha;
  bool is_lossy;
} clode_webp_header;

/// Reads a still picture's header. *message is set to a constant where the status is not CLODE_OK.
clode_status clode_webp_read_header(const uint8_t *bytes, size_t count, clode_webp_header *header,
                                    const char **message);

/// Decodes a still picture of size.
///
/// scaled is its own size, or a smaller one that the library's area filter shrinks it to. rows holds
/// scaled.height rows of stride bytes; the last may be shorter, as long as its pixels fit.
clode_status clode_webp_decode(const uint8_t *bytes, size_t count, clode_size size, clode_size scaled,
                               uint8_t *rows, size_t stride, const char **message);

// MARK: Encoding

/// An encoded file; its owner calls release with bytes.
typedef struct {
  uint8_t *bytes;
  size_t count;
  void (*release)(void *);
} clode_output;

/// Each writes a whole file to *output and returns NULL, or returns why it could not; the reason is
/// valid until this thread's next call.
const char *clode_jpeg_encode(const uint8_t *rows, size_t stride, clode_size size, int quality,
                              clode_output *output);
const char *clode_png_encode(const uint8_t *rows, size_t stride, clode_size size, bool has_alpha,
                             clode_output *output);
const char *clode_webp_encode(const uint8_t *rows, size_t stride, clode_size size, int quality,
                              bool is_lossless, clode_output *output);

#endif
