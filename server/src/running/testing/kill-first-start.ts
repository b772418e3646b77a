import { setTimeout as pause } from 'node:timers/promises'
import { listOwnBloodRequests, postBloodRequest } from '@blood-bank/contract/blood-requests'
import { postmastersIn } from '../../postgres/testing/process-tree.ts'
import { aBloodRequest } from '../../testing/builders.ts'
import { newMemberOf } from '../../testing/members.ts'
import { anEmptyFolder, launchProduct, startProduct } from '../../testing/running-product.ts'

/**
 * Kills everything so long after the very first start, and starts again.
 * @returns a word that was posted and read back, how many servers run, and how long the second start took
 */
export async function killFirstStart(afterMs: number) {
  const dataDir = await anEmptyFolder()
  const killed = await launchProduct({ dataDir })
  await pause(afterMs)
  await killed.kill('all')

  const product = await startProduct({ dataDir })
  const rima = await newMemberOf(product)
  await rima.call(postBloodRequest, { body: aBloodRequest({ patientName: 'ø😀' }) })
  const { body } = await rima.call(listOwnBloodRequests, { query: {} })
  const outcome = {
    word: body.records[0]?.patientName,
    postmasters: postmastersIn(dataDir).length,
    startMs: await product.ready,
  }
  await product.stop()
  return outcome
}
