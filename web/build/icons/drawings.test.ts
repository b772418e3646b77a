import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LINK_PREVIEW_SIZE, linkPreviewOf } from '@blood-bank/contract/blood-requests/link-previews'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { expect, test } from 'vitest'
import { DRAWINGS } from './drawings.ts'

const MAX_BYTES = 60_000

test('each image is in the folder, in the size of its drawing', () => {
  for (const [name, { width, height }] of Object.entries(DRAWINGS)) {
    const image = readFileSync(join(import.meta.dirname, '../../public', name))
    // The header of a PNG.
    expect([name, image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([name, width, height])
    expect(image.length, name).toBeLessThan(MAX_BYTES)
  }
})

test('each blood group has a preview while it is needed and one afterwards', () => {
  const previews = BLOOD_GROUPS.flatMap(group =>
    [true, false].map(isNeeded => linkPreviewOf(group, { isNeeded }).path),
  )
  expect(new Set(previews).size).toBe(16)
  for (const path of previews) expect(DRAWINGS[path]).toMatchObject(LINK_PREVIEW_SIZE)
})
