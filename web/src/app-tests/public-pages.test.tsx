import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import {
  createSharePage,
  readSharePage,
  revokeSharePage,
} from '@blood-bank/contract/blood-requests/share-pages'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aBloodRequest, aPage, aUser } from '../testing/builders.ts'
import { chooseFromCard, findRequestCard, renderPage } from '../testing/render-page.tsx'
import { awaiting, failing, type Reply, refusing, replying } from '../testing/replies.ts'

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

const TEXT = `AB− blood needed at City Hospital: 2 units, urgent. Is it still needed, and can you help? ${PAGE.url}`
const COPIED = 'Copied. Paste it where you want to share it.'

/** A window that the browser opens, and can print. */
const withWindow = () => {
  const opened = Object.assign(new EventTarget(), { print: vi.fn() })
  const open = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  return { open, opened }
}

test('nothing is public by itself: the owner sees what will be, and the first press makes the page', async () => {
  const { dialog, press, server } = await openDialog(NOT_SHARED, replying(createSharePage, PAGE))
  dialog.getByRole('img', { name: 'AB− blood needed' })
  dialog.getByText('AB− blood needed at City Hospital: 2 units, urgent.')
  dialog.getByText('This becomes a public page. Anybody can open it. No names, no numbers.')
  expect(dialog.queryByRole('link')).toBeNull()
  expect(server.callsTo(createSharePage)).toEqual([])
  const { open } = withWindow()
  await press('WhatsApp')
  await waitFor(() => expect(open).toHaveBeenCalledWith(`https://wa.me/?text=${encodeURIComponent(TEXT)}`))
  dialog.getByText('This is a public page. Anybody can open it. No names, no numbers.')
  expect((await dialog.findByRole('link', { name: 'Open the page' })).getAttribute('href')).toBe(PAGE.url)
  await press('WhatsApp')
  expect(open).toHaveBeenCalledTimes(2)
  expect(server.callsTo(createSharePage)).toHaveLength(1)
})

test('the text and the link are copied together', async () => {
  const { dialog, press } = await openDialog(NOT_SHARED, replying(createSharePage, PAGE))
  await press('Copy text and link')
  expect((await dialog.findByText(COPIED)).closest('[role="status"]')).not.toBeNull()
  expect(await navigator.clipboard.readText()).toBe(TEXT)
})

test('a browser that refuses what a press began before a slow call asks for another press', async () => {
  const { dialog, press } = await openDialog(NOT_SHARED, replying(createSharePage, PAGE))
  const open = vi.spyOn(window, 'open').mockReturnValueOnce(null)
  await press('WhatsApp')
  await dialog.findByText('The public page is ready. Please press once more.')
  open.mockReturnValue(window)
  await press('WhatsApp')
  expect(dialog.queryByText(/press once more/)).toBeNull()
})

test('the share sheet of a phone has more ways', async () => {
  const share = vi.fn(async () => {})
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
  const { press } = await openDialog(SHARED)
  await press('More...')
  expect(share).toHaveBeenCalledWith({ text: TEXT })
})

test('the poster is printed from the page once it has loaded', async () => {
  const { open, opened } = withWindow()
  const { dialog, press } = await openDialog(SHARED)
  await dialog.findByRole('link', { name: 'Open the page' })
  await press('Poster')
  expect(open).toHaveBeenCalledWith('/r/0123456789abcdefghjkmnpqrs')
  expect(opened.print).not.toHaveBeenCalled()
  opened.dispatchEvent(new Event('load'))
  expect(opened.print).toHaveBeenCalledOnce()
})

test('sharing stops after a question', async () => {
  const { dialog, press, server } = await openDialog(SHARED, replying(revokeSharePage, undefined))
  await press('Stop sharing')
  await dialog.findByText(/stop working forever/)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep it'))
  await press('Keep it')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Stop sharing'))
  expect(server.callsTo(revokeSharePage)).toEqual([])
  await press('Stop sharing')
  await press('Stop sharing')
  await dialog.findByText('Sharing has stopped. The link never works again.')
  dialog.getByText(/^This becomes a public page\./)
  expect(document.activeElement?.textContent).toBe('WhatsApp')
})

test('a request can still be shared with members only', async () => {
  const { dialog, press } = await openDialog(NOT_SHARED)
  await press('Share with members only')
  await dialog.findByText(COPIED)
  expect(await navigator.clipboard.readText()).toContain(`${ORIGIN}/view-requests?request=`)
})

test('while the page is made, a second press does nothing', async () => {
  const { reply, arrive } = awaiting(replying(createSharePage, PAGE))
  const { press, dialog, server } = await openDialog(NOT_SHARED, reply)
  for (const way of ['Copy text and link', 'Copy text and link', 'Poster']) {
    await press(way)
    expect([way, server.callsTo(createSharePage)]).toEqual([way, [expect.anything()]])
  }
  arrive()
  await dialog.findByText(COPIED)
})

test.each([
  ['a request that was closed in another tab', refusing(createSharePage, 'blood-request-closed'), /./],
  ['no connection', failing(createSharePage), 'Failed to change the public page. Please try again.'],
])('%s is explained in the dialog', async (_, reply, text) => {
  const { press, dialog } = await openDialog(NOT_SHARED, reply)
  const { open } = withWindow()
  await press('WhatsApp')
  expect(within(await dialog.findByRole('alert')).getByText(text)).toBeDefined()
  expect(open).not.toHaveBeenCalled()
})
