import { LINK_PREVIEW_SIZE, linkPreviewOf } from '@blood-bank/contract/blood-requests/descriptions'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { COMPONENTS } from '@blood-bank/contract/donors/components'
import { expect, test } from 'vitest'
import { DRAWINGS } from './drawings.ts'
import { draw } from './pictures.ts'

const MAX_BYTES = 25_000

const PREVIEWS = BLOOD_GROUPS.flatMap(requiredBloodGroup =>
  COMPONENTS.flatMap(component =>
    [true, false].map(isNeeded => linkPreviewOf({ requiredBloodGroup, component }, { isNeeded }).path),
  ),
)

/** The size is in the header of a PNG. */
async function drawn(path: string) {
  const png = Buffer.from(await draw(DRAWINGS[path] ?? expect.fail(`${path} has no drawing`)))
  return { png, size: { width: png.readUInt32BE(16), height: png.readUInt32BE(20) } }
}

test('each blood group has a picture while blood or platelets are needed, and one afterwards', async () => {
  const pngs = new Set<string>()
  for (const path of PREVIEWS) {
    const { png, size } = await drawn(path)
    expect([path, size]).toEqual([path, LINK_PREVIEW_SIZE])
    expect(png.length, path).toBeLessThan(MAX_BYTES)
    pngs.add(png.toString('base64'))
  }
  expect(pngs.size).toBe(3 * 8)
})

test.each([
  [400, 'Is it still needed?'],
  [800, 'B−'],
])('text of the weight %d is drawn', async (weight, text) => {
  const withText = (content: string) =>
    draw({
      width: 300,
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 90"><text y="60" font-size="30" font-weight="${weight}">${content}</text></svg>`,
    })
  expect(await withText(text)).not.toEqual(await withText(''))
  // The font has every character: others would all be drawn as the same box.
  for (const character of text.replaceAll(' ', ''))
    expect(await withText(character), character).not.toEqual(await withText('\u{10ffff}'))
})

test('icons are squares of the size in their name', async () => {
  const icons = Object.keys(DRAWINGS).filter(path => /\d+\.png$/.test(path))
  expect(icons).toHaveLength(4)
  for (const path of icons) {
    const side = Number(path.match(/\d+/)?.[0])
    expect([path, (await drawn(path)).size]).toEqual([path, { width: side, height: side }])
  }
})
