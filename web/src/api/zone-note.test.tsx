import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { site } from './site.ts'
import { ZoneNote } from './zone-note.tsx'

const { timeZone } = site
afterEach(() => {
  site.timeZone = timeZone
  vi.unstubAllEnvs()
})

const DHAKA = 'This is the time of Asia/Dhaka (GMT+6), not of this device.'

test.each([
  ['UTC', 'Asia/Dhaka', '2026-03-01T09:05', DHAKA],
  ['UTC', 'Asia/Dhaka', '2026-03-01', DHAKA],
  ['UTC', 'Asia/Dhaka', '', DHAKA],
  ['Asia/Kathmandu', 'Asia/Dhaka', '2026-03-01T09:05', DHAKA],
  ['Asia/Dhaka', 'Asia/Dhaka', '2026-03-01T09:05', ''],
  // Another name for the same time.
  ['Asia/Omsk', 'Asia/Dhaka', '2026-03-01T09:05', ''],
  ['Africa/Lagos', 'Europe/Berlin', '2026-01-15T09:05', ''],
  [
    'Africa/Lagos',
    'Europe/Berlin',
    '2026-07-15T09:05',
    'This is the time of Europe/Berlin (GMT+2), not of this device.',
  ],
])('on a device in %s, beside a time in %s at %j: %s', (device, zone, at, said) => {
  vi.stubEnv('TZ', device)
  site.timeZone = zone
  expect(render(<ZoneNote at={at} />).container.textContent?.trim()).toBe(said)
})

test('every time that somebody enters has the note beside it', () => {
  const root = join(import.meta.dirname, '..')
  const files = globSync('**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] })
  const entering = files.filter(file => {
    const text = readFileSync(join(root, file), 'utf8')
    return (
      /type="(datetime-local|time)"|name="pauseUntil"|text\('pauseUntil'\)/.test(text) &&
      !/<(ZoneNote|AlertsAgainFromField)\b/.test(text)
    )
  })
  expect(entering).toEqual([])
})
