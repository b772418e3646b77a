import type { CallInputOf } from '@blood-bank/contract/endpoint'
import { explainFailure } from '../../../api/explain-failure.ts'
import { withRecentPassword } from '../../../api/recent-password.ts'
import type { CsvEndpoint } from './download-csv.ts'

/**
 * The export of a list: `download` returns the whole file and reports its progress (0 to 1). It throws a `Refusal`, also
 * when the download is interrupted; an aborted `signal` throws its abort reason. `failure` returns the message for an error.
 * @param records the plural of what is exported, in lower case: "donors"
 */
export const csvExport = <E extends CsvEndpoint>(endpoint: E, input: CallInputOf<E>, records: string) => ({
  download: async (onProgress: (progress: number) => void, { signal }: { signal: AbortSignal }) => {
    // Loaded on demand: lists are read much more often than exported.
    const { downloadCsv } = await import('./download-csv.ts')
    return withRecentPassword(() => downloadCsv(endpoint, input, { onProgress, signal }))
  },
  failure: (error: Error) => explainFailure(error, `Failed to export the ${records}. Please try again.`),
})
