import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { expect, test, vi } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'

test('of six concurrent exports at two servers one a minute succeeds, and the refusal says when to retry', async () => {
  const limited = await startTestApp()
  const elsewhere = await limited.anotherServer()
  const nadia = await limited.signedInAs()
  const there = Object.assign(elsewhere.stranger(), { cookie: nadia.cookie })
  const replies = await Promise.all(
    [nadia, there, nadia, there, nadia, there].map(one => one.call(exportOwnAccount)),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429, 429])
  const refused = replies.find(({ status }) => status === 429)
  expect(refused?.error?.code).toBe('too-many-exports')
  expect(refused?.error?.message).toMatch(
    /^You downloaded your data a moment ago\. You can download it again in \d+ seconds?\.$/,
  )
  // The clocks of two servers may differ.
  const seconds = Number(refused?.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(61)
  const another = await limited.signedInAs()
  expect((await another.call(exportOwnAccount)).status).toBe(200)
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
  expect((await nadia.call(exportOwnAccount)).status).toBe(200)
  vi.useRealTimers()
})
