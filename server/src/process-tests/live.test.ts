import { postBloodRequest } from '@blood-bank/contract/posting'
import { signOut } from '@blood-bank/contract/sessions'
import { expect, onTestFinished, test } from 'vitest'
import { aBloodRequest } from '../testing/builders.ts'
import { openStream } from '../testing/http/live-stream.ts'
import { newMemberOf } from '../testing/members.ts'
import { startTwoServers } from '../testing/processes/two-servers.ts'

const timeout = 300_000

test('a stream of one server tells what happens on the other, and ends before its server stops', {
  timeout,
}, async () => {
  const [first, second] = await startTwoServers(onTestFinished)
  const rima = await newMemberOf(first)
  const karim = await newMemberOf(first)
  const elsewhere = Object.assign(second.stranger(), { cookie: rima.cookie })
  const [hers, his] = [await openStream(first.url, rima), await openStream(second.url, karim)]

  await elsewhere.call(postBloodRequest, { body: aBloodRequest() })
  await hers.hinted('own-blood-requests', 'active-blood-requests')
  await his.hinted('active-blood-requests')
  await elsewhere.call(signOut)
  expect(await hers.ended).toBe('session-ended')

  const stopped = second.stop()
  expect(await his.ended).toBe('server-stopping')
  expect(await stopped).toBe(0)
})
