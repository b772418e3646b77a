import { exportBloodRequests, listBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import { exportDonors, listDonors } from '@blood-bank/contract/donors/administration'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import { confirmPassword } from '@blood-bank/contract/own-account/endpoints'
import { exportUsers, listUsers } from '@blood-bank/contract/users/administration'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aBloodRequestRecord, aDonorRecord, anAdmin, aPage, aUserRecord } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { awaiting, failing, type Reply, refusing, replying, sending } from '../../testing/replies.ts'

const page = <T,>(record: T) => aPage([record])
const DONORS = replying(listDonors, page(aDonorRecord()))
const TEXT = '\uFEFF"Full Name"\r\n"Rima"\r\n'
const FILE = { name: 'donors-2026-11-21.csv', count: 1, text: TEXT }

let saved: { name: string; content: Promise<ArrayBuffer> }[] = []
beforeEach(() => {
  saved = []
  let content = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    content = blob as Blob
    return 'blob:here'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: content.arrayBuffer() })
  })
})

const open = (path: string, ...replies: Reply[]) => renderPage(path, { user: anAdmin(), replies })
const press = async ({ person }: ReturnType<typeof open>, name = 'Export CSV') =>
  person.click(await screen.findByRole('button', { name }))

test('an admin exports the filtered list in its order, byte for byte, and reads that it is being prepared', async () => {
  const { reply, arrive } = awaiting(sending(exportDonors, FILE))
  const opened = open('/admin/donors?search=rima&bloodGroup=O%2B&sort=fullName&order=asc', DONORS, reply)
  await press(opened)
  await screen.findByText('Preparing…')
  const button = screen.getByRole('button', { name: 'Export CSV' })
  expect([button.getAttribute('aria-busy'), document.activeElement]).toEqual(['true', button])
  expect(saved).toEqual([])
  arrive()
  await screen.findByText('Saved as donors-2026-11-21.csv')
  expect([screen.queryByText('Preparing…'), document.activeElement]).toEqual([null, button])
  expect(opened.server.callsTo(exportDonors).map(({ query }) => query)).toEqual([
    { search: 'rima', sort: 'fullName', order: 'asc', bloodGroup: 'O+' },
  ])
  expect(saved.map(({ name }) => name)).toEqual(['donors-2026-11-21.csv'])
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await saved[0]?.content)).toBe(TEXT)
})

test.each<[string, Endpoint, Reply]>([
  ['/admin/requests', exportBloodRequests, replying(listBloodRequests, page(aBloodRequestRecord()))],
  ['/admin/users', exportUsers, replying(listUsers, page(aUserRecord()))],
])('an admin exports the list at %s', async (path, endpoint, list) => {
  const opened = open(path, list, sending(endpoint, FILE))
  await press(opened)
  await waitFor(() => expect(saved).toHaveLength(1))
})

test('an export that needs a recent password asks for it, and goes on', async () => {
  const opened = open(
    '/admin/donors',
    DONORS,
    refusing(exportDonors, 'password-confirmation-needed'),
    replying(confirmPassword, undefined),
    sending(exportDonors, FILE),
  )
  await press(opened)
  await opened.person.type(await screen.findByLabelText('Password'), 'correct horse')
  await press(opened, 'Confirm')
  await waitFor(() => expect(saved).toHaveLength(1))
})

const interrupted = () => {
  const text = new ReadableStream<Uint8Array>({
    pull: controller => controller.error(new TypeError('terminated')),
  })
  return sending(exportDonors, { ...FILE, text })
}

test.each<[string, Reply]>([
  ['fails to start', failing(exportDonors)],
  ['is interrupted', interrupted()],
  ['fails on the server', refusing(exportDonors, 'unexpected-error')],
])('an export that %s shows an error, and nothing is saved until a retry', async (_, failed) => {
  const opened = open('/admin/donors', DONORS, failed, sending(exportDonors, FILE))
  await press(opened)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to export the donors. Please try again.',
  )
  expect(saved).toEqual([])
  await press(opened, 'Retry')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(screen.queryByRole('alert')).toBeNull()
})
