import { listOwnBloodRequests, postBloodRequest } from '@blood-bank/contract/blood-requests'
import { expect, test } from 'vitest'
import { pathWith } from '../postgres/testing/path-with.ts'
import { postmastersIn } from '../postgres/testing/process-tree.ts'
import { aBloodRequest } from '../testing/builders.ts'
import { newMemberOf } from '../testing/members.ts'
import { aDataFolder, launchProduct, startProduct } from '../testing/running-product.ts'
import { killFirstStart } from './testing/kill-first-start.ts'
import { killWhilePosting } from './testing/kill-while-posting.ts'

const timeout = 300_000
const ODD = 'ø😀'

test('what was acknowledged to eight clients survives kill -9 of everything, once', { timeout }, async () => {
  expect(await killWhilePosting(3)).toMatchObject({ lost: [], twice: 0 })
})

test('a first start that was killed is made good by the next', { timeout }, async () => {
  expect(await killFirstStart(1_000)).toMatchObject({ word: ODD })
})

test('a second copy on a data folder is refused by its name, and the first goes on', {
  timeout,
}, async () => {
  const dataDir = await aDataFolder()
  const first = await startProduct({ dataDir })
  const rima = await newMemberOf(first)
  const second = await launchProduct({ dataDir })
  expect(await second.ended).toBe(1)
  expect(second.said().trim()).toBe(
    `The data folder ${dataDir} is in use by another copy (process ${first.pid}). Stop that one, or give this one its own DATA_DIR.`,
  )
  expect((await rima.call(postBloodRequest, { body: aBloodRequest() })).status).toBe(201)
  expect(postmastersIn(dataDir)).toHaveLength(1)
})

test('a PostgreSQL that outlived a killed server is replaced, and LANG=C harms no letter', {
  timeout,
}, async () => {
  const dataDir = await aDataFolder()
  // Without the signal that ends PostgreSQL with its owner.
  const first = await startProduct({
    dataDir,
    environment: { LANG: 'C', LC_ALL: 'C', PATH: pathWith('setpriv', 'shift 3; exec "$@"') },
  })
  const rima = await newMemberOf(first)
  await rima.call(postBloodRequest, { body: aBloodRequest({ patientName: ODD }) })
  await first.kill('node')
  const [orphan] = postmastersIn(dataDir)
  expect(orphan).toBeTypeOf('number')

  const second = await startProduct({ dataDir, environment: { LANG: 'C', LC_ALL: 'C' } })
  expect(postmastersIn(dataDir)).toHaveLength(1)
  expect(postmastersIn(dataDir)).not.toContain(orphan)
  const again = Object.assign(second.stranger(), { cookie: rima.cookie })
  const { body } = await again.call(listOwnBloodRequests, { query: {} })
  expect(body.records.map(({ patientName }) => patientName)).toEqual([ODD])
})
