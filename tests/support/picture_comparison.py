"""Pictures in the browser: written as WebP, and compared by the mean colours of small squares."""

from __future__ import annotations

import base64
from typing import Any, NamedTuple

from playwright.sync_api import Page

SQUARE = 8
"""In pixels: the edge of a letter that is drawn a little otherwise does not change its mean by much."""
NOTICED = 26
"""Of 255, in one of the three colours."""
MOST_DIFFERENT = 0.004
"""Of all squares: a card that is another one is more on every scene."""

TO_WEBP = """async ([png, quality]) => {
  const picture = await createImageBitmap(await (await fetch(png)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d').drawImage(picture, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}"""
COMPARE = """async ([one, two, square, noticed]) => {
  const means = async (address) => {
    const picture = await createImageBitmap(await (await fetch(address)).blob());
    const { width, height } = picture;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const across = Math.ceil(width / square), down = Math.ceil(height / square);
    const sums = new Float64Array(across * down * 4);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const to = 4 * (Math.floor(y / square) * across + Math.floor(x / square)), from = 4 * (y * width + x);
        for (let c = 0; c < 3; c++) sums[to + c] += data[from + c];
        sums[to + 3] += 1;
      }
    return { size: `${width}×${height}`, sums };
  };
  const [a, b] = [await means(one), await means(two)];
  if (a.size !== b.size) return { sizes: [a.size, b.size], different: 1 };
  const squares = a.sums.length / 4;
  let different = 0;
  for (let n = 0; n < squares; n++) {
    const far = [0, 1, 2].some((c) =>
      Math.abs(a.sums[4 * n + c] / a.sums[4 * n + 3] - b.sums[4 * n + c] / b.sums[4 * n + 3]) > noticed);
    if (far) different += 1;
  }
  return { sizes: [a.size, b.size], different: different / squares };
}"""


class Difference(NamedTuple):
    sizes: list[str]
    different: float

    @property
    def is_noticed(self) -> bool:
        return self.different > MOST_DIFFERENT


def to_webp(page: Page, png: bytes, quality: float = 0.82) -> bytes:
    return base64.b64decode(page.evaluate(TO_WEBP, [_address(png, "png"), quality]))


def compare(page: Page, webp: bytes, png: bytes) -> Difference:
    arguments: list[Any] = [_address(webp, "webp"), _address(png, "png"), SQUARE, NOTICED]
    return Difference(**page.evaluate(COMPARE, arguments))


def _address(data: bytes, kind: str) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
