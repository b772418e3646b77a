import { chownSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { listOwnBloodRequests, postBloodRequest } from '@blood-bank/contract/blood-requests'
import { postmastersIn } from '@blood-bank/postgres-local/testing/process-tree'
import { aBloodRequest } from '../builders.ts'
import { newMemberOf } from '../members.ts'
import { anEmptyFolder, launchProduct, startProduct } from '../running-product.ts'

type Start = { afterMs: number; environment?: Record<string, string>; uid?: number | undefined }

/**
 * Kills everything so long after the very first start, and starts again.
 * @param uid as whom; only root may choose
 * @returns a word that was posted and read back, how many servers run, and the exit code of the end
 */
export async function killFirstStart({ afterMs, environment = {}, uid }: Start) {
  const dataDir = await anEmptyFolder()
  if (uid !== undefined) chownSync(dataDir, uid, uid)
  const killed = await launchProduct({ dataDir, environment, uid })
  await pause(afterMs)
  await killed.kill('all')

  const product = await startProduct({ dataDir, environment, uid })
  const rima = await newMemberOf(product)
  await rima.call(postBloodRequest, { body: aBloodRequest({ patientName: 'ø😀' }) })
  const { body } = await rima.call(listOwnBloodRequests, { query: {} })
  const postmasters = postmastersIn(dataDir).length
  return { word: body.records[0]?.patientName, postmasters, code: await product.stop() }
}
