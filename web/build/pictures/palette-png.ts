import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const MAX_COLOURS = 256

type Image = { width: number; height: number; pixels: Uint8Array }

/**
 * Encodes an image as a PNG with one byte a pixel, a quarter as large as one with four, and faster.
 * @param pixels in four bytes each: red, green, blue, alpha
 * @returns null for an image with transparent parts, or of too many colours
 */
export function encodeWithPalette({ width, height, pixels }: Image): Buffer | null {
  const colours = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height)
  const palette = new Map<number, number>()
  // Each row begins with a byte that says how it is filtered: not at all.
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0, at = y * width, last = -1, index = 0; x < width; x++, at++) {
      const colour = colours[at] as number
      if (colour !== last) {
        last = colour
        index = palette.get(colour) ?? palette.size
        if (index === palette.size) palette.set(colour, index)
      }
      rows[at + y + 1] = index
    }
  const rgba = Buffer.from(Uint32Array.from(palette.keys()).buffer)
  if (palette.size > MAX_COLOURS || rgba.some((byte, at) => at % 4 === 3 && byte < 255)) return null
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a pixel, which are an index into the palette.
  header.set([8, 3], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk(
      'PLTE',
      rgba.filter((_byte, at) => at % 4 < 3),
    ),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(content.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
