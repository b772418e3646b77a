import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { type ContactReveal, listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonor, aUser, idOf } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { accountReplies, type Reply, replying, reveals } from '../../testing/replies.ts'

const open = (...replies: Reply[]) =>
  renderPage('/account', {
    user: aUser(),
    replies: [...replies, ...accountReplies.filter(({ endpoint }) => endpoint !== listContactReveals)],
  })

const aReveal = (overrides: Partial<ContactReveal> = {}): ContactReveal => ({
  id: idOf(1),
  occasion: 'offer',
  bloodRequest: {
    requiredBloodGroup: 'O+',
    component: 'blood',
    hospitalName: 'City Hospital',
    contactPerson: 'Tasnim Khatun',
  },
  beganAt: '2026-11-03T10:00:00.000Z',
  endedAt: null,
  ...overrides,
})

const findRegion = async (name: string) => within(await screen.findByRole('region', { name }))
const linesOf = async (name: string) =>
  (await (await findRegion(name)).findAllByRole('listitem')).map(item => item.textContent)

test('the page says who can see the number now, and who has seen it', async () => {
  const seen = { beganAt: '2026-10-01T10:00:00.000Z', endedAt: '2026-10-05T10:00:00.000Z' }
  const { server } = open(
    reveals(aReveal()),
    reveals(
      aReveal({ id: idOf(2), occasion: 'admin', bloodRequest: null, endedAt: '2026-11-03T10:00:00.000Z' }),
      aReveal({ id: idOf(3), bloodRequest: null, ...seen }),
    ),
  )
  expect(await linesOf('Who can see my number')).toEqual([
    expect.stringMatching(
      /^The member who posted the request for O\+ at City Hospital \(contact: Tasnim Khatun\) — since Nov 3, 2026, /,
    ),
  ])
  expect(await linesOf('Who has seen it')).toEqual([
    expect.stringMatching(/^An admin — Nov 3, 2026, \d+:\d+\s[AP]M$/),
    expect.stringMatching(
      /^The member who posted a request that has been deleted since — from Oct 1, 2026, .* to Oct 5, 2026, /,
    ),
  ])
  expect(server.callsTo(listContactReveals).map(({ query }) => query)).toEqual([
    { hasEnded: 'false' },
    { hasEnded: 'true' },
  ])
})

test('if nobody sees or has seen the number, the page says so', async () => {
  open(reveals(), replying(readOwnDonor, { donor: aDonor() }))
  await screen.findByText('Nobody sees it')
  await (await findRegion('Who can see my number')).findByText(
    'Nobody sees your number for an offer at the moment.',
  )
  await (await findRegion('Who has seen it')).findByText('Nobody has seen your number this way.')
})

test.each([
  [{}, 'Every member sees it in searches', /^Your donor profile shows your number to every member/],
  [{ isAvailable: false }, 'Nobody sees it', /^You don't appear in searches at the moment\./],
  [{ isProfileActive: false }, 'Nobody sees it', /^You don't appear in searches at the moment\./],
])('the row and its text agree on who sees a number that is shown: %o', async (donor, state, text) => {
  open(reveals(), replying(readOwnDonor, { donor: aDonor({ allowContactVisibility: true, ...donor }) }))
  await screen.findByText(state)
  await screen.findByText(text)
})
