import {
  listDonors,
  revealDonorNumber,
  tooManyNumberRevealsMessage,
} from '@blood-bank/contract/donors/administration'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aDonorRecord, anAdmin, aPage, idOf } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failing, hanging, overviewReplies, type Reply, refusing, replying } from '../../testing/replies.ts'

const RIMA = aDonorRecord({ id: idOf(1) })
const ABIR = aDonorRecord({ id: idOf(2), fullName: 'Abir Hossain', contactNumber: '01812 345678' })
const listing = replying(listDonors, aPage([RIMA, ABIR]))
const NUMBER = replying(revealDonorNumber, { contactNumber: '01712 345678' })

const open = (...replies: Reply[]) =>
  renderPage('/admin/donors', { user: anAdmin(), replies: [listing, ...replies] })
const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const show = async (...replies: Reply[]) => {
  const page = open(...replies)
  const row = await findRow(/Rima Akter/)
  const button = row.getByRole('button', { name: 'Show number', description: 'Rima Akter' })
  await page.person.click(button)
  return { ...page, row, button }
}

test('an admin shows a private number, which can be called, in its row', async () => {
  const { row, server } = await show(NUMBER)
  const link = await row.findByRole('link', { name: '01712 345678' })
  expect(link.getAttribute('href')).toBe('tel:01712345678')
  await screen.findByText(/^Never pay or ask for money\./)
  expect(row.queryByRole('button', { name: 'Show number' })).toBeNull()
  expect(document.activeElement?.contains(link)).toBe(true)
  expect(server.callsTo(revealDonorNumber)).toMatchObject([{ params: { id: RIMA.id } }])
})

test('a number that is public needs no button', async () => {
  open()
  expect((await findRow(/Abir Hossain/)).queryByRole('button', { name: 'Show number' })).toBeNull()
})

test('a number that was shown once is there when its row comes back, however long after', async () => {
  const { person, server } = open(NUMBER, ...overviewReplies)
  const comeBack = async () => {
    await person.click(await screen.findByRole('link', { name: 'Admin Panel' }))
    await person.click(await screen.findByRole('link', { name: 'Manage Donors' }))
    return findRow(/Rima Akter/)
  }
  await findRow(/Rima Akter/)
  await person.click(screen.getByRole('link', { name: 'Back to Main Site' }))
  const row = await comeBack()
  await person.click(row.getByRole('button', { name: 'Show number' }))
  await row.findByRole('link', { name: '01712 345678' })

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // The row is gone, as when it is scrolled away.
  fireEvent.click(screen.getByRole('link', { name: 'Back to Main Site' }))
  act(() => void vi.advanceTimersByTime(HOUR_MS))
  vi.useRealTimers()
  await (await comeBack()).findByRole('link', { name: '01712 345678' })
  expect(server.callsTo(revealDonorNumber)).toHaveLength(1)
})

const TOO_MANY = tooManyNumberRevealsMessage('Nov 3, 2026, 9:05 AM')

test.each([
  [refusing(revealDonorNumber, 'too-many-number-reveals', { message: TOO_MANY }), TOO_MANY],
  [
    refusing(revealDonorNumber, 'consent-outdated'),
    'This donor has not agreed yet that admins look up their number.',
  ],
  [failing(revealDonorNumber), 'Failed to show the number.'],
])('a number that is not shown keeps its button, and the page says why: %#', async (reply, text) => {
  const { row } = await show(reply)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(text)
  expect(alert.textContent).toContain('Donor: Rima Akter')
  row.getByRole('button', { name: 'Show number' })
})

test('the button cannot be pressed twice', async () => {
  const { person, button, server } = await show(hanging(revealDonorNumber))
  await person.click(button)
  expect(server.callsTo(revealDonorNumber)).toHaveLength(1)
})
