import {
  type AskedConfirmation,
  closeByLink,
  confirmByLink,
  readAskedConfirmation,
} from '@blood-bank/contract/blood-requests/confirmations'
import { REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { site } from '../../api/site.ts'
import { aBloodRequestSummary } from '../../testing/builders.ts'
import { renderPage, setSite } from '../../testing/render-page.tsx'
import { failing, refusing, replying } from '../../testing/replies.ts'

setSite({ contactUrl: null })

const token = 'c'.repeat(43)

const asked = (more: Partial<AskedConfirmation> = {}): AskedConfirmation => ({
  ...aBloodRequestSummary({
    requiredBloodGroup: 'O+',
    neededBy: '2026-03-03T12:00:00.000Z',
    hospitalLocation: 'Ward 12',
    unitsGiven: 1,
  }),
  unconfirmedSince: '2026-03-03T12:00:00.000Z',
  ...more,
})

/** Opens the link and waits for the request. */
async function open(more: Partial<AskedConfirmation> = {}) {
  const replies = [replying(readAskedConfirmation, asked(more))]
  const page = renderPage(`/confirm#token=${token}`, { replies })
  await screen.findByRole('heading', { name: 'O+ blood is needed' })
  return page
}

const button = (name: string) => screen.getByRole('button', { name })
const answers = () =>
  ['Still needed', 'Mark as Fulfilled', 'Cancel Request'].filter(name =>
    screen.queryByRole('button', { name }),
  )

test('the page shows what is needed and three answers, and opening it sends none', async () => {
  const { server, path } = await open()
  await waitFor(() => expect(path()).toBe('/confirm'))
  for (const text of ['City Hospital', 'Urgent (Immediate Need)', 'Mar 3, 2026, 12:00 PM'])
    screen.getByText(text)
  expect(answers()).toEqual(['Still needed', 'Mark as Fulfilled', 'Cancel Request'])
  expect(server.callsTo(readAskedConfirmation).map(({ body }) => body)).toEqual([{ token }])
  for (const endpoint of [confirmByLink, closeByLink]) expect(server.callsTo(endpoint)).toHaveLength(0)
})

test('one press says that blood is still needed; an answer that cannot be sent can be sent again', async () => {
  const { server, person } = await open()
  server.answer(failing(confirmByLink))
  await person.click(button('Still needed'))
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
  expect(answers()).toHaveLength(3)
  server.answer(replying(confirmByLink, asked({ unconfirmedSince: null })))
  await person.click(button('Still needed'))
  await screen.findByText('Thank you! You said that blood is still needed.')
  expect(server.callsTo(confirmByLink).map(({ body }) => body)).toEqual([{ token }, { token }])
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your answer' }))
  expect(answers()).toEqual(['Mark as Fulfilled', 'Cancel Request'])
})

test.each([
  ['Mark as Fulfilled', 'Mark this blood request as fulfilled?', 'Yes, we have the blood', 'fulfilled', 1],
  ['Cancel Request', 'Cancel this blood request?', 'Cancel this request', 'cancelled', 0],
] as const)('%s asks once, in place, and then closes the request', async (...row) => {
  const [name, question, yes, status, offersStanding] = row
  const { server, person } = await open({ offersStanding })
  server.answer(replying(closeByLink, undefined))
  await person.click(button(name))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: question }))
  await person.click(button('Back'))
  expect(answers()).toHaveLength(3)
  expect(server.callsTo(closeByLink)).toHaveLength(0)
  await person.click(button(name))
  await person.click(button(yes))
  await screen.findByText(new RegExp(`^The blood request was .*${status}\\. Thank you`))
  expect(server.callsTo(closeByLink).map(({ body }) => body)).toEqual([{ token, status }])
  expect(answers()).toEqual([])
  expect(screen.queryAllByText(/^Donors who had offered .* are told/)).toHaveLength(offersStanding)
})

test.each<RefusalCode>([
  'confirmation-link-unknown',
  'confirmation-request-fulfilled',
  'confirmation-request-cancelled',
  'confirmation-request-deleted',
  'confirmation-request-unavailable',
])('a dead link says why: %s', async code => {
  renderPage(`/confirm#token=${token}`, { replies: [refusing(readAskedConfirmation, code)] })
  await screen.findByText(REFUSALS[code].message)
  expect(answers()).toEqual([])
})

test('a link to a request of a suspended account leads to the administrators', async () => {
  site.contactUrl = 'mailto:help@blood.example'
  renderPage(`/confirm#token=${token}`, {
    replies: [refusing(readAskedConfirmation, 'confirmation-request-unavailable')],
  })
  const contact = await screen.findByRole('link', { name: 'contact the administrators' })
  expect(contact.getAttribute('href')).toBe('mailto:help@blood.example')
})

test('a request that was closed meanwhile on another device says so', async () => {
  const { server, person } = await open()
  const code = 'confirmation-request-fulfilled'
  server.answer(refusing(closeByLink, code))
  server.answer(refusing(readAskedConfirmation, code))
  await person.click(button('Cancel Request'))
  await person.click(button('Cancel this request'))
  await screen.findByText(REFUSALS[code].message)
  expect(document.activeElement).toBe(
    screen.getByRole('heading', { name: "This link can't be used any more" }),
  )
})

test('a link that was cut off says so', async () => {
  renderPage('/confirm#token=cut-off')
  await screen.findByText(/The link is incomplete\./)
})
