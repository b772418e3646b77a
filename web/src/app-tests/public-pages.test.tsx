import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import {
  createSharePage,
  readSharePage,
  revokeSharePage,
} from '@blood-bank/contract/blood-requests/share-pages'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aBloodRequest, aPage, aUser } from '../testing/builders.ts'
import { renderPage } from '../testing/render-page.tsx'
import { awaiting, failing, type Reply, refusing, replying } from '../testing/replies.ts'
import { chooseFromCard, findRequestCard } from '../testing/request-card.ts'

const ORIGIN = window.location.origin
const PAGE = { url: `${ORIGIN}/r/0123456789abcdefghjkmnpqrs`, createdAt: '2026-03-01T10:00:00.000Z' }
const NOT_SHARED = replying(readSharePage, { sharePage: null })
const SHARED = replying(readSharePage, { sharePage: PAGE })

async function openDialog(...replies: Reply[]) {
  const list = replying(listActiveBloodRequests, aPage([aBloodRequest()]))
  const page = renderPage('/view-requests', { user: aUser(), replies: [list, ...replies] })
  await chooseFromCard(page.person, await findRequestCard('Karim Uddin'), 'Share')
  const dialog = within(await screen.findByRole('dialog', { name: 'Share this request' }))
  const press = async (name: string) => page.person.click(await dialog.findByRole('button', { name }))
  return { ...page, dialog, press }
}

test('nothing is public by itself: the owner reads what a page shows, makes it, and copies its link', async () => {
  const { dialog, press, server } = await openDialog(NOT_SHARED, replying(createSharePage, PAGE))
  await dialog.findByText(/It never shows the patient, a name or a phone number\./)
  expect(server.callsTo(createSharePage)).toEqual([])
  await press('Make a public page')
  await dialog.findByRole('link', { name: PAGE.url })
  dialog.getByText('The public page is ready.')
  await press('Copy link')
  expect((await dialog.findByText('Link copied.')).getAttribute('role')).toBe('status')
  expect(await navigator.clipboard.readText()).toBe(PAGE.url)
})

test('the link is sent through the share sheet of a phone', async () => {
  const share = vi.fn(async () => {})
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
  const { press } = await openDialog(SHARED)
  await press('Send link')
  expect(share).toHaveBeenCalledWith({
    text: `AB− blood needed at City Hospital: 2 units, urgent. Is it still needed, and can you help? ${PAGE.url}`,
  })
})

test('the poster is printed from the page once it has loaded', async () => {
  const poster = Object.assign(new EventTarget(), { print: vi.fn() })
  const open = vi.spyOn(window, 'open').mockReturnValue(poster as unknown as Window)
  const { press } = await openDialog(SHARED)
  await press('Print poster')
  expect(open).toHaveBeenCalledWith('/r/0123456789abcdefghjkmnpqrs')
  expect(poster.print).not.toHaveBeenCalled()
  poster.dispatchEvent(new Event('load'))
  expect(poster.print).toHaveBeenCalledOnce()
})

test('a link is revoked after a confirmation', async () => {
  const { dialog, press, server } = await openDialog(SHARED, replying(revokeSharePage, undefined))
  await press('Revoke link')
  await dialog.findByText(/stop working forever/)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep it'))
  await press('Keep it')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Revoke link'))
  expect(server.callsTo(revokeSharePage)).toEqual([])
  await press('Revoke link')
  await press('Revoke this link')
  await dialog.findByText('The link was revoked. It never works again.')
  dialog.getByRole('button', { name: 'Make a public page' })
})

test('a request can still be shared with members only', async () => {
  const { dialog, press } = await openDialog(NOT_SHARED)
  await press('Share with members only')
  await dialog.findByText('Copied. Paste it where you want to share it.')
  expect(await navigator.clipboard.readText()).toContain(`${ORIGIN}/view-requests?request=`)
})

test('while the page is made, a second press does nothing', async () => {
  const { reply, arrive } = awaiting(replying(createSharePage, PAGE))
  const { press, dialog, server } = await openDialog(NOT_SHARED, reply)
  for (const time of [1, 2]) {
    await press('Make a public page')
    expect([time, server.callsTo(createSharePage)]).toEqual([time, [expect.anything()]])
  }
  arrive()
  await dialog.findByRole('link')
})

test.each([
  ['a request that was closed in another tab', refusing(createSharePage, 'blood-request-closed'), /./],
  ['no connection', failing(createSharePage), 'Failed to change the public page. Please try again.'],
])('%s is explained in the dialog', async (_, reply, text) => {
  const { press, dialog } = await openDialog(NOT_SHARED, reply)
  await press('Make a public page')
  expect(within(await dialog.findByRole('alert')).getByText(text)).toBeDefined()
  dialog.getByRole('button', { name: 'Make a public page' })
})
