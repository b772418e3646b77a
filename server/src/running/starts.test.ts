import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listOwnBloodRequests, postBloodRequest } from '@blood-bank/contract/blood-requests'
import { expect, test } from 'vitest'
import { postmastersIn } from '../postgres/testing/process-tree.ts'
import { aBloodRequest } from '../testing/builders.ts'
import { newMemberOf } from '../testing/members.ts'
import { anEmptyFolder, startProduct } from '../testing/running-product.ts'

const NOBODY = 65534
const ODD = 'ø😀'
const isRoot = process.geteuid?.() === 0

/** Whether a user without rights can read this checkout. */
const isOpen = () => {
  const script = JSON.stringify(fileURLToPath(import.meta.url))
  const reading = ['-e', `require('fs').readFileSync(${script})`]
  return spawnSync(process.execPath, reading, { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0
}

test.skipIf(isRoot && !isOpen())(
  'a user without rights starts it for the first time, in a locale without letters, and stores any letter',
  { timeout: 300_000 },
  async () => {
    const dataDir = await anEmptyFolder()
    if (isRoot) chownSync(dataDir, NOBODY, NOBODY)
    const product = await startProduct({
      dataDir,
      environment: { LANG: 'C', LC_ALL: 'C' },
      uid: isRoot ? NOBODY : undefined,
    })
    const rima = await newMemberOf(product)
    await rima.call(postBloodRequest, { body: aBloodRequest({ patientName: ODD }) })
    const { body } = await rima.call(listOwnBloodRequests, { query: {} })
    expect(body.records.map(({ patientName }) => patientName)).toEqual([ODD])
    expect(await product.stop()).toBe(0)
    expect(postmastersIn(dataDir)).toEqual([])
  },
)
