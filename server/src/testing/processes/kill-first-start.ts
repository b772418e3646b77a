import { chownSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { postmastersIn } from '@blood-bank/postgres-local/testing/process-tree'
import { expect } from 'vitest'
import { aBloodRequest } from '../builders.ts'
import { newMemberOf } from '../members.ts'
import { anEmptyFolder, launchProduct, startProduct } from '../running-product.ts'

type Start = { afterMs: number; environment?: Record<string, string>; uid?: number | undefined }

/**
 * Kills every process `afterMs` after the very first start. The next start works, with one PostgreSQL.
 * @param uid the user to run as; only root can choose one
 */
export async function killFirstStart({ afterMs, ...start }: Start): Promise<void> {
  const dataDir = await anEmptyFolder()
  if (start.uid !== undefined) chownSync(dataDir, start.uid, start.uid)
  const killed = await launchProduct({ ...start, dataDir })
  await pause(afterMs)
  await killed.kill('all')

  const product = await startProduct({ ...start, dataDir })
  const rima = await newMemberOf(product)
  await rima.call(postBloodRequest, { body: aBloodRequest({ patientName: 'ø😀' }) })
  const { body } = await rima.call(listOwnBloodRequests, { query: {} })
  expect(body.records).toMatchObject([{ patientName: 'ø😀' }])
  expect(postmastersIn(dataDir)).toHaveLength(1)
  expect(await product.stop()).toBe(0)
}
