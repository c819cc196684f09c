#!/usr/bin/env python3
"""Makes the JPEG fixtures that Lode's own encoder cannot: Tests/Fixtures/*.jpg.

Needs Pillow. The pictures are four quadrants of one colour each (red, green / blue, white), or of one
grey each; the expected values are in Tests/LodeCodecsTests. The files are committed; run this only to
change them.
"""

import os
import sys

from PIL import Image

SIZE = (48, 32)
COLORS = [(200, 30, 40), (20, 180, 60), (30, 50, 210), (250, 250, 250)]
GREYS = [20, 90, 160, 240]


def quadrants(mode, values):
    image = Image.new(mode, SIZE)
    for index, value in enumerate(values):
        x, y = index % 2 * SIZE[0] // 2, index // 2 * SIZE[1] // 2
        image.paste(value, (x, y, x + SIZE[0] // 2, y + SIZE[1] // 2))
    return image


def ycck(color):
    """The bytes that, inverted by Pillow and read as YCCK by a decoder, are this colour without black."""
    red, green, blue = (255 - channel for channel in color)
    luma = 0.299 * red + 0.587 * green + 0.114 * blue
    chroma_blue = 128 + (blue - luma) * 0.564334
    chroma_red = 128 + (red - luma) * 0.713267
    return tuple(255 - round(value) for value in (luma, chroma_blue, chroma_red)) + (0,)


def main():
    folder = os.path.join(os.path.dirname(__file__), "..", "Tests", "Fixtures")
    os.makedirs(folder, exist_ok=True)

    def path(name):
        return os.path.join(folder, name)

    quadrants("L", GREYS).save(path("grey.jpg"), quality=95)
    rgb = quadrants("RGB", COLORS)
    rgb.save(path("progressive.jpg"), quality=95, progressive=True, subsampling=0)
    quadrants("CMYK", [tuple(255 - c for c in color) + (0,) for color in COLORS]).save(
        path("cmyk.jpg"), quality=95)
    quadrants("CMYK", [ycck(color) for color in COLORS]).save(path("ycck.jpg"), quality=95)
    with open(path("ycck.jpg"), "r+b") as file:
        data = file.read()
        marker = data.index(b"Adobe")
        # The marker's last byte is the colour transform: 2 is YCCK.
        file.seek(marker + 11)
        file.write(b"\x02")


if __name__ == "__main__":
    sys.exit(main())
