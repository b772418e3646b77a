import { listOwnBloodRequests, postBloodRequest } from '@blood-bank/contract/blood-requests'
import { expect, test } from 'vitest'
import { pathWith } from '../postgres/testing/path-with.ts'
import { postmastersIn } from '../postgres/testing/process-tree.ts'
import { aBloodRequest } from '../testing/builders.ts'
import { newMemberOf } from '../testing/members.ts'
import { aDataFolder, launchProduct, startProduct } from '../testing/running-product.ts'
import { killWhilePosting } from './testing/kill-while-posting.ts'

const timeout = 300_000

test('what was acknowledged to eight clients survives kill -9 of everything, once', { timeout }, async () => {
  expect(await killWhilePosting(3, 300)).toMatchObject({ lost: [], twice: 0 })
})

test('a second copy is refused by the name of the folder; an orphaned PostgreSQL is replaced', {
  timeout,
}, async () => {
  const dataDir = await aDataFolder()
  // Without the signal that ends PostgreSQL with its owner.
  const environment = { PATH: pathWith('setpriv', 'shift 3; exec "$@"') }
  const first = await startProduct({ dataDir, environment })
  const rima = await newMemberOf(first)

  const refused = await launchProduct({ dataDir })
  expect(await refused.ended).toBe(1)
  expect(refused.said().trim()).toBe(
    `The data folder ${dataDir} is in use by another copy (process ${first.pid}). Stop that one, or give this one its own DATA_DIR.`,
  )
  const { body: posted } = await rima.call(postBloodRequest, { body: aBloodRequest() })
  const [orphan, ...more] = postmastersIn(dataDir)
  expect([orphan, more]).toEqual([expect.any(Number), []])
  await first.kill('node')
  expect(postmastersIn(dataDir)).toEqual([orphan])

  const second = await startProduct({ dataDir })
  const postmasters = postmastersIn(dataDir)
  expect(postmasters).toHaveLength(1)
  expect(postmasters).not.toContain(orphan)
  const again = Object.assign(second.stranger(), { cookie: rima.cookie })
  const { body } = await again.call(listOwnBloodRequests, { query: {} })
  expect(body.records).toEqual([posted])
})
