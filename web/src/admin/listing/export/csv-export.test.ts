import { exportDonors } from '@blood-bank/contract/donors/endpoints'
import { RECORD_COUNT_HEADER } from '@blood-bank/contract/streamed-replies'
import { expect, test, vi } from 'vitest'
import { csvExport } from './csv-export.ts'

/** A server that sends the first line and then waits. Its response fails when the page aborts the call, as in a browser. */
function startSlowServer() {
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('"Full Name"\r\n'))
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, { headers: { [RECORD_COUNT_HEADER]: '9' } })
  })
}

test('a cancelled export returns no file and throws an abort error', async () => {
  startSlowServer()
  const controller = new AbortController()
  const { download } = csvExport(exportDonors, { query: {} }, 'donors')
  const progress: number[] = []
  const file = download(share => progress.push(share), controller)
  await vi.waitFor(() => expect(progress).toEqual([0.1]))
  controller.abort()
  await expect(file).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
})
