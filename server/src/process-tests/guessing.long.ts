import { setTimeout as pause } from 'node:timers/promises'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, onTestFinished, test } from 'vitest'
import { newMemberOf } from '../testing/members.ts'
import { startTwoServers } from '../testing/processes/two-servers.ts'
import { PASSWORD } from '../testing/test-app.ts'

const EARLY_MS = 3_000

test('a member who was refused can sign in after the time in Retry-After', async ({ annotate }) => {
  const [first, second] = await startTwoServers(onTestFinished)
  const { email } = await newMemberOf(first)
  const signInAt = (server: typeof first, password: string) =>
    server.stranger().call(signIn, { body: { email, password } })
  for (let time = 0; time < 5; time += 1)
    expect((await signInAt(time % 2 ? second : first, 'wrong guess')).status).toBe(401)
  const refused = await signInAt(second, 'wrong guess')
  const seconds = Number(refused.headers['retry-after'])
  await pause(seconds * 1000 - EARLY_MS)
  const early = await signInAt(first, PASSWORD)
  await pause(Number(early.headers['retry-after']) * 1000)
  const inTime = await signInAt(first, PASSWORD)
  const isRight = early.status === 429 && inTime.status === 201
  await annotate(
    JSON.stringify({
      tried: `Retry-After of ${seconds} s on one of two servers, waited for, then the other`,
      trials: 1,
      faults: Number(!isRight),
    }),
    'figures',
  )
  expect([early.status, inTime.status]).toEqual([429, 201])
})
