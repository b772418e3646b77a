import { RECORD_COUNT_HEADER } from '@blood-bank/contract/csv'
import { exportDonors } from '@blood-bank/contract/donors'
import { expect, test, vi } from 'vitest'
import { csvExport } from './csv-export.ts'

/** A server that sends one line of many, and then waits; it breaks off as the browser does when the page gives up. */
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
  const person = new AbortController()
  const { download } = csvExport(exportDonors, { query: {} }, 'donors')
  const shares: number[] = []
  const file = download(share => shares.push(share), person)
  await vi.waitFor(() => expect(shares).toEqual([0.1]))
  person.abort()
  await expect(file).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
})
