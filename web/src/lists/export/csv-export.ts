import { RECORD_COUNT_HEADER } from '@blood-bank/contract/csv'
import type { CallInputOf, Endpoint } from '@blood-bank/contract/endpoint'
import { addressOf } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { withRecentPassword } from '../../api/password-confirmation.ts'
import { readRefusal } from '../../api/read-refusal.ts'
import { Refusal, unreachable } from '../../api/refusal.ts'

/** A table may take its time as long as something comes. */
const PATIENCE_MS = 30_000
/** Each line ends with one, and hardly anybody writes one. */
const CARRIAGE_RETURN = 13

type CsvEndpoint = Endpoint & { reply: { csv: readonly string[] } }
type File = { name: string; content: Blob }

/**
 * What a list needs for its export: `download` gives the whole file and tells meanwhile which share of it is there
 * (0 to 1), and throws a `Refusal`, also when it breaks off; an aborted `signal` throws the abort itself. `failure` is
 * the sentence for a refusal.
 * @param several what is exported, in small letters: "donors"
 */
export const csvExport = <E extends CsvEndpoint>(endpoint: E, input: CallInputOf<E>, several: string) => ({
  download: (onShare: (share: number) => void, { signal }: { signal: AbortSignal }) =>
    withRecentPassword(() => download(endpoint, input, { onShare, signal })),
  failure: (error: Error) => explainFailure(error, `Failed to export the ${several}. Please try again.`),
})

async function download<E extends CsvEndpoint>(
  endpoint: E,
  input: CallInputOf<E>,
  { onShare, signal }: { onShare: (share: number) => void; signal: AbortSignal },
): Promise<File> {
  const patience = new AbortController()
  const giveUp = () => patience.abort()
  let timer = setTimeout(giveUp, PATIENCE_MS)
  signal.addEventListener('abort', giveUp)
  try {
    const response = await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers: new Headers({ accept: 'text/csv, application/json' }),
      credentials: 'same-origin',
      signal: patience.signal,
    })
    if (!response.ok || !response.body) throw await readRefusal(response)
    const count = Number(response.headers.get(RECORD_COUNT_HEADER))
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let lines = 0
    const reader = response.body.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, PATIENCE_MS)
      chunks.push(read.value)
      for (const byte of read.value) if (byte === CARRIAGE_RETURN) lines += 1
      onShare(Math.min(1, lines / (count + 1)))
    }
    return { name: nameOf(response), content: new Blob(chunks, { type: 'text/csv' }) }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof Refusal ? error : unreachable()
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

const nameOf = ({ headers }: Response) =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv'
