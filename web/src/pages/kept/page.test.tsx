import { REFUSALS } from '@blood-bank/contract/errors'
import {
  agreeToBeKept,
  correctOwnKeptDonor,
  KEPT_DONOR_STOPPED,
  type OwnKeptDonor,
  readOwnKeptDonor,
  stopBeingKept,
} from '@blood-bank/contract/kept-donors/own-page'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, setSite, valueIn } from '../../testing/render-page.tsx'
import { failing, type Reply, refusing, replying } from '../../testing/replies.ts'

setSite({ clubName: 'Robotics Club', timeZone: 'UTC' })

const token = 'k'.repeat(38)
const HALL = { id: '01920000-0000-7000-8000-000000000001', name: 'North Hall' }

const WAITING: OwnKeptDonor = {
  fullName: 'Hasan Mia',
  bloodGroup: 'B-',
  hallId: HALL.id,
  halls: [HALL],
  batch: '2019',
  department: null,
  contactNumber: '01712-345678',
  askFor: null,
  lastDonationDate: null,
  keptBy: 'Nadia Islam',
  keptSince: '2026-03-02T09:05:00.000Z',
  consent: null,
  expiresAt: '2026-04-01T09:05:00.000Z',
  looks: [],
}
const AGREED: OwnKeptDonor = {
  ...WAITING,
  consent: { kind: 'paper', at: '2026-03-02T09:05:00.000Z' },
  looks: [
    { at: '2026-03-05T10:40:00.000Z', by: 'Nadia Islam' },
    { at: '2026-03-04T10:40:00.000Z', by: null },
  ],
}

async function open(donor: OwnKeptDonor, ...replies: Reply[]) {
  const page = renderPage(`/kept#${token}`, { replies: [replying(readOwnKeptDonor, donor), ...replies] })
  await screen.findByRole('heading', { name: 'About you' })
  return page
}

const button = (name: string) => screen.getByRole('button', { name })
const heading = (name: string) => screen.getByRole('heading', { name })

test('the page shows what is kept and who looked, and opening it answers nothing', async () => {
  const { server, path } = await open(AGREED)
  await waitFor(() => expect(path()).toBe('/kept'))
  for (const text of ['Hasan Mia', 'B-', 'North Hall', '2019', '01712-345678', 'Nadia Islam'])
    screen.getByText(text)
  screen.getByText(/^The Robotics Club keeps what you see below and calls you/)
  screen.getByText(/^You agreed on paper on March 2, 2026\./)
  screen.getByText('Mar 5, 2026, 10:40 AM: Nadia Islam')
  screen.getByText('Mar 4, 2026, 10:40 AM: somebody who has left')
  expect(server.callsTo(readOwnKeptDonor).map(({ body }) => body)).toEqual([{ token }])
  for (const endpoint of [agreeToBeKept, correctOwnKeptDonor, stopBeingKept])
    expect(server.callsTo(endpoint)).toHaveLength(0)
})

test('whoever was asked agrees with a press, which can be tried again', async () => {
  const { server, person } = await open(WAITING, failing(agreeToBeKept))
  screen.getByText(/Nobody can call you before you agree/)
  screen.getByText('If you do nothing, we erase it on April 1, 2026.')
  screen.getByText('Nobody yet.')
  await person.click(button('Yes, you may call me'))
  await screen.findByRole('alert')
  server.answer(
    replying(agreeToBeKept, { ...WAITING, consent: { kind: 'text', at: '2026-03-03T09:05:00.000Z' } }),
  )
  await person.click(button('Yes, you may call me'))
  await screen.findByText('Thank you. Somebody calls you when your blood is needed.')
  expect(document.activeElement).toBe(heading('We call you when blood is needed'))
  expect(server.callsTo(agreeToBeKept)[1]?.body).toEqual({ token })
})

test('a stop asks once, in place, and then erases', async () => {
  const { server, person } = await open(AGREED, replying(stopBeingKept, { message: KEPT_DONOR_STOPPED }))
  await person.click(button('Stop, and erase this'))
  expect(document.activeElement).toBe(heading('Erase what we keep about you?'))
  await person.click(button('Back'))
  expect(server.callsTo(stopBeingKept)).toHaveLength(0)
  await person.click(button('Stop, and erase this'))
  await person.click(button('Erase it'))
  await screen.findByText(KEPT_DONOR_STOPPED)
  expect(document.activeElement).toBe(heading('Erased'))
  expect(screen.queryByText('Hasan Mia')).toBeNull()
})

test('a correction shows what was saved, and one that is refused keeps what was typed', async () => {
  const gone = REFUSALS['hall-gone'].message
  const { server, person } = await open(
    AGREED,
    refusing(correctOwnKeptDonor, 'hall-gone', { fields: { hallId: gone } }),
  )
  await person.click(button('Correct this'))
  const name = screen.getByLabelText('Full Name')
  await person.clear(name)
  await person.type(name, 'Hasan Ali')
  await person.click(button('Save'))
  await screen.findAllByText(gone)
  expect(valueIn('Full Name')).toBe('Hasan Ali')
  server.answer(replying(correctOwnKeptDonor, { ...AGREED, fullName: 'Hasan Ali' }))
  await person.click(button('Save'))
  await screen.findByText('Hasan Ali')
  expect(document.activeElement).toBe(heading('About you'))
  expect(server.callsTo(correctOwnKeptDonor)[1]?.body).toEqual({
    token,
    fullName: 'Hasan Ali',
    bloodGroup: 'B-',
    hallId: HALL.id,
    batch: '2019',
    department: null,
    lastDonationDate: null,
  })
})

test('a dead link, one that dies on the page, and one that was cut off say so', async () => {
  const dead = refusing(readOwnKeptDonor, 'kept-link-not-valid')
  const { unmount } = renderPage(`/kept#${token}`, { replies: [dead] })
  await screen.findByText(REFUSALS['kept-link-not-valid'].message)
  unmount()
  const {
    server,
    person,
    unmount: close,
  } = await open(WAITING, refusing(agreeToBeKept, 'kept-link-not-valid'))
  server.answer(dead)
  await person.click(button('Yes, you may call me'))
  const title = await screen.findByRole('heading', { name: "This link can't be used any more" })
  expect(document.activeElement).toBe(title)
  close()
  renderPage('/kept#cut-off')
  await screen.findByText(/The link is incomplete\./)
})
