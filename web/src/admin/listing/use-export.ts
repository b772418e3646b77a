import type { CallInputOf, Endpoint } from '@blood-bank/contract/endpoint'
import { useMutation } from '@tanstack/react-query'
import { addressOf } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { withRecentPassword } from '../../api/recent-password.ts'
import { overNetwork, readRefusal } from '../../api/refusal.ts'
import { saveFile } from '../../ui/browser/save-file.ts'

/** Enough for the largest list on a slow connection. */
const TIMEOUT_MS = 300_000

type CsvEndpoint = Endpoint & { reply: { csv: readonly string[] } }

/** The export of a list: `download` returns the whole file or throws a `Refusal`, for which `failure` returns the message. */
export type Export = {
  download: () => Promise<{ name: string; content: Blob }>
  failure: (error: Error) => string
}

/** @param records the plural of what is exported, in lower case: "donors" */
export const csvExport = <E extends CsvEndpoint>(
  endpoint: E,
  input: CallInputOf<E>,
  records: string,
): Export => ({
  download: () => withRecentPassword(() => downloadCsv(endpoint, input)),
  failure: error => explainFailure(error, `Failed to export the ${records}. Please try again.`),
})

/** Not a link: the server may refuse, or ask for the password first. */
async function downloadCsv<E extends CsvEndpoint>(endpoint: E, input: CallInputOf<E>) {
  const response = await overNetwork(
    fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers: new Headers({ accept: 'text/csv, application/json' }),
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  )
  if (!response.ok) throw await readRefusal(response)
  return { name: nameOf(response), content: await overNetwork(response.blob()) }
}

const nameOf = ({ headers }: Response) =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv'

/** Exports to a file in the person's downloads, one at a time. Continues when they go to another page. */
export const useExport = (exported: Export | undefined) =>
  useMutation({
    mutationFn: async () => exported?.download(),
    onSuccess: file => file && saveFile(file.name, file.content),
  })
