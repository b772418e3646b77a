import type { CallInputOf, Endpoint } from '@blood-bank/contract/endpoint'
import { RECORD_COUNT_HEADER } from '@blood-bank/contract/streamed-replies'
import { addressOf } from '../../../api/call.ts'
import { readRefusal } from '../../../api/read-refusal.ts'
import { overNetwork } from '../../../api/refusal.ts'

/** An export may take long, but fails when no more data arrives for this time. */
const STALL_TIMEOUT_MS = 30_000
/** Every line ends with one, and values hardly ever contain one. */
const CARRIAGE_RETURN = 13

export type CsvEndpoint = Endpoint & { reply: { csv: readonly string[] } }
type File = { name: string; content: Blob }

/** Downloads the CSV file of an endpoint (`csv-export.ts`). */
export async function downloadCsv<E extends CsvEndpoint>(
  endpoint: E,
  input: CallInputOf<E>,
  { onProgress, signal }: { onProgress: (progress: number) => void; signal: AbortSignal },
): Promise<File> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let timer = setTimeout(abort, STALL_TIMEOUT_MS)
  signal.addEventListener('abort', abort)
  try {
    const response = await overNetwork(
      fetch(addressOf(endpoint, input), {
        method: endpoint.method,
        headers: new Headers({ accept: 'text/csv, application/json' }),
        credentials: 'same-origin',
        signal: controller.signal,
      }),
    )
    if (!response.ok || !response.body) throw await readRefusal(response)
    const count = Number(response.headers.get(RECORD_COUNT_HEADER))
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let lines = 0
    const reader = response.body.getReader()
    for (let read = await overNetwork(reader.read()); !read.done; read = await overNetwork(reader.read())) {
      clearTimeout(timer)
      timer = setTimeout(abort, STALL_TIMEOUT_MS)
      chunks.push(read.value)
      for (const byte of read.value) if (byte === CARRIAGE_RETURN) lines += 1
      onProgress(Math.min(1, lines / (count + 1)))
    }
    return { name: nameOf(response), content: new Blob(chunks, { type: 'text/csv' }) }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

const nameOf = ({ headers }: Response) =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv'
