import { Resvg } from '@resvg/resvg-wasm'
import { expect, test } from 'vitest'
import { encodeWithPalette } from './palette-png.ts'
import { load } from './pictures.ts'

const RED = [200, 0, 30, 255]
const WHITE = [255, 255, 255, 255]
const CLEAR = [0, 0, 0, 0]

const anImage = (...pixels: number[][]) => ({ width: 3, height: 2, pixels: new Uint8Array(pixels.flat()) })

test('a decoder finds every pixel of the image', async () => {
  await load()
  const image = anImage(RED, WHITE, RED, WHITE, WHITE, RED)
  const png = encodeWithPalette(image) ?? expect.fail('not encoded')
  const href = `data:image/png;base64,${png.toString('base64')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2" width="3"><image width="3" height="2" image-rendering="optimizeSpeed" href="${href}"/></svg>`
  expect(new Resvg(svg).render().pixels).toEqual(image.pixels)
})

test('an image with transparent parts or more than 256 colours has no palette', () => {
  expect(encodeWithPalette(anImage(RED, WHITE, RED, CLEAR, WHITE, RED))).toBeNull()
  const colourful = Array.from({ length: 257 }, (_, green) => [green % 256, green >> 8, 0, 255])
  expect(encodeWithPalette({ width: 257, height: 1, pixels: new Uint8Array(colourful.flat()) })).toBeNull()
  expect(
    encodeWithPalette({ width: 256, height: 1, pixels: new Uint8Array(colourful.flat()) }),
  ).not.toBeNull()
})
