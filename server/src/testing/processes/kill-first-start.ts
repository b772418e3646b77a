import { chownSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { postmastersIn } from '@blood-bank/postgres-local/testing/process-tree'
import { aBloodRequest } from '../builders.ts'
import { newMemberOf } from '../members.ts'
import { anEmptyFolder, launchProduct, startProduct } from '../running-product.ts'

type Start = { afterMs: number; environment?: Record<string, string>; uid?: number | undefined }

/**
 * Kills every process `afterMs` after the very first start, and starts the product again.
 * @param uid the user to run as; only root can choose one
 * @returns a patient's name that was posted and read back, how many postmasters run, and the exit code of the stop
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
  return { patientName: body.records[0]?.patientName, postmasters, code: await product.stop() }
}
