import { type AlertProgress, readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { type BloodRequest, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { searchCompatibleDonors, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { arrivalOf, listReceivedOffers, releaseOffer } from '@blood-bank/contract/offers/endpoints'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { site } from '../../api/site.ts'
import {
  aBloodRequest,
  aDonorSearchResult,
  aPage,
  aReceivedOffer,
  aSearchPage,
  aUser,
  idOf,
} from '../../testing/builders.ts'
import { renderPage, setSite, wholeText } from '../../testing/render-page.tsx'
import { failing, hanging, type Reply, replying } from '../../testing/replies.ts'
import { formatTime } from '../../ui/records/dates.ts'

setSite({ contactUrl: null, timeZone: 'Asia/Dhaka' })

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString()
const ASKED: AlertProgress = {
  donorsAsked: 'more than 10',
  askedAt: minutesAgo(2),
  asksAgainAt: minutesAgo(-8),
  isHeldBack: false,
  usualAnswerMinutes: null,
  onCall: null,
  hotlineNumber: null,
  clubDonors: [],
  clubDonorsGave: 0,
}
const A_FEW = { donorsAsked: 'a few' } as const
const NOT_YET = { ...A_FEW, askedAt: null, asksAgainAt: null }
const AGAIN = formatTime(ASKED.asksAgainAt as string, 'Asia/Dhaka')

const own = (bloodRequest: Partial<BloodRequest> = {}) =>
  replying(listOwnBloodRequests, aPage([aBloodRequest(bloodRequest)]))
const asked = (progress: Partial<AlertProgress> = {}) =>
  replying(readAlertProgress, { ...ASKED, ...progress })
const offers = (...records: ReturnType<typeof aReceivedOffer>[]) =>
  replying(listReceivedOffers, aPage(records))

const open = (...replies: Reply[]) =>
  renderPage('/dashboard', {
    user: aUser(),
    replies: replies.some(({ endpoint }) => endpoint === listOwnBloodRequests)
      ? replies
      : [own(), ...replies],
  })

const findCard = async () => within(await screen.findByRole('article', { name: /Karim Uddin$/ }))

/** The step that the request has reached, and the words of all. */
async function findSteps() {
  const steps = within(await (await findCard()).findByRole('list', { name: 'Progress' })).getAllByRole(
    'listitem',
  )
  const current = steps.find(step => step.getAttribute('aria-current') === 'step')
  return { current: current?.textContent, all: steps.map(({ textContent }) => textContent) }
}

test('whoever waits reads about how many donors were asked and when others are, and what they can do meanwhile', async () => {
  const { person } = open(asked())
  const card = await findCard()
  await card.findByText(`We asked more than 10 donors; at ${AGAIN} we look again. Nobody has answered yet.`)
  card.getByRole('button', { name: 'Share' })
  const search = card.getByRole('link', { name: 'Call donors yourself' })
  expect(search.getAttribute('href')).toBe('/find-donors?bloodGroup=AB-')
  expect(await findSteps()).toEqual({
    current: 'more than 10 asked',
    all: ['posted Mar 1, done', 'more than 10 asked', 'can come', 'on the way', 'gave blood'],
  })
  await person.click(card.getByRole('button', { name: 'Mark as Fulfilled' }))
  const yes = await screen.findByRole('button', { name: 'Yes, we have the blood' })
  expect(yes.getAttribute('data-variant')).toBe('good')
})

test.each<[string, Partial<AlertProgress>, RegExp]>([
  [
    'where few can give, whether or not one was asked',
    A_FEW,
    new RegExp(
      `^We have asked whom we can for now; at ${AGAIN} we look again\\. Nobody has answered yet\\.$`,
    ),
  ],
  [
    'where many new members asked that day',
    { ...A_FEW, isHeldBack: true },
    /^Many new members asked today\. An admin has been told, and can let yours go on\.$/,
  ],
  [
    'before the owner is asked whether blood is still needed',
    { ...A_FEW, asksAgainAt: null },
    /^We have asked whom we can for now\. Nobody/,
  ],
])('%s, the card says so', async (_, progress, text) => {
  open(asked(progress))
  await (await findCard()).findByText(text)
})

test.each([
  [
    2,
    /^Answers appear here by themselves, and we email you\. The first answer usually comes within 11 minutes\.$/,
  ],
  [12, /email you\. Last month the first donor answered after 11 minutes\./],
])('%i minutes after posting, the card says how soon donors usually answer', async (minutes, text) => {
  open(own({ requestedAt: minutesAgo(minutes) }), asked({ usualAnswerMinutes: 11 }))
  await (await findCard()).findByText(wholeText(text))
})

test('a step that was passed over counts as done', async () => {
  open(asked(NOT_YET), offers(aReceivedOffer()))
  await waitFor(async () => expect((await findSteps()).current).toBe('1 can come'))
  expect((await findSteps()).all[1]).toBe('looked for donors, done')
})

test('just after posting, donors are about to be asked', async () => {
  open(own({ requestedAt: minutesAgo(1) }), asked(NOT_YET))
  const card = await findCard()
  await card.findByText('Your request is posted. We are about to ask donors.')
  expect(card.getByRole('link', { name: 'Call donors yourself' }).getAttribute('data-variant')).toBe(
    'secondary',
  )
})

test('whoever waits can call two donors from the card, whether of the group or of others that can give to it', async () => {
  const one = aDonorSearchResult({
    id: idOf(1),
    fullName: 'Mitu Das',
    bloodGroup: 'AB-',
    contactNumber: '01711-000001',
  })
  const other = aDonorSearchResult({
    id: idOf(2),
    fullName: 'Rafi Islam',
    bloodGroup: 'A-',
    contactNumber: '01711-000002',
  })
  const { server } = open(
    asked(),
    replying(searchDonors, aSearchPage([one])),
    replying(searchCompatibleDonors, aSearchPage([other])),
  )
  const calls = within(await (await findCard()).findByRole('region', { name: 'You can also call:' }))
  await calls.findByRole('link', { name: `Call Mitu Das (AB−) ${one.contactNumber}` })
  calls.getByRole('link', { name: `Call Rafi Islam (A−) ${other.contactNumber}` })
  // Numbers are counted: no more are fetched than are shown.
  expect(server.callsTo(searchDonors).map(({ query }) => query)).toEqual([{ bloodGroup: 'AB-', limit: '2' }])
})

test('a request is not edited: its card says what to do, also where donors to call fail to load', async () => {
  const { person } = open(asked(), failing(searchDonors))
  const card = await findCard()
  await card.findByText('Donors to call could not be loaded. Press Call donors yourself to try again.')
  await person.click(card.getByText('2 units, Urgent, for Karim Uddin'))
  card.getByText('Wrong? Cancel it and post another.')
})

test.each<[string, Partial<Parameters<typeof aReceivedOffer>[0]>, boolean]>([
  ['an offer of today', { offeredAt: minutesAgo(1) }, false],
  [
    'a word of today',
    { offeredAt: minutesAgo(3000), onTheWay: { saidAt: minutesAgo(1), minutes: 15 } },
    false,
  ],
  ['an offer of days ago', { offeredAt: minutesAgo(3000) }, true],
])('%s answers for the day whether blood is still needed', async (_, offer, isAsked) => {
  open(own({ unconfirmedSince: minutesAgo(4000), offersStanding: 1 }), asked(), offers(aReceivedOffer(offer)))
  const card = await findCard()
  await card.findByText(/^Mitu Das \(AB−\) (can come|is on the way)/)
  expect(card.queryByText('Is blood still needed?') !== null).toBe(isAsked)
  expect(card.queryByText('Offered 2 days ago. Ask whether they can still come.') !== null).toBe(isAsked)
})

test('when nobody has offered for a while, what to do is in the card, with the hotline', async () => {
  open(own({ requestedAt: minutesAgo(11), urgency: 'urgent' }), asked({ ...A_FEW, hotlineNumber: '16263' }))
  const card = await findCard()
  await card.findByText(wholeText(/ Share your request, and call donors who show their number\.$/))
  card.getByRole('link', { name: 'Call donors yourself' })
  // Where few were asked, the best is that others pass it on.
  expect(card.getByRole('button', { name: 'Share' }).getAttribute('data-variant')).toBe('primary')
  const hotline = card.getByRole('link', { name: 'Call the hotline 16263' })
  expect(hotline.getAttribute('href')).toBe('tel:16263')
})

test('where a coordinator is on call, the owner calls them instead of the hotline', async () => {
  const onCall = { name: 'Rima Khan', contactNumber: '01711-000009' }
  open(own({ requestedAt: minutesAgo(16), urgency: 'urgent' }), asked({ onCall, hotlineNumber: '16263' }))
  const card = await findCard()
  const link = await card.findByRole('link', { name: 'Call Rima Khan, who is on call 01711-000009' })
  expect(link.getAttribute('href')).toBe('tel:01711000009')
  expect(card.queryByText(/hotline/)).toBeNull()
})

test('for platelets by machine the card leads at once to sharing, the hotline and the hospital, and to no donors of blood', async () => {
  open(
    own({ requestedAt: minutesAgo(0), component: 'apheresis-platelets' }),
    asked({ ...A_FEW, hotlineNumber: '16263' }),
  )
  const card = await findCard()
  await card.findByText(wholeText(/ would do, too\. Share your request\.$/))
  const variants = [
    card.getByRole('button', { name: 'Share' }),
    card.getByRole('link', { name: 'Call donors yourself' }),
  ].map(element => element.getAttribute('data-variant'))
  expect(variants).toEqual(['primary', 'secondary'])
  card.getByRole('link', { name: 'Call the hotline 16263' })
})

test('where there is no hotline, the contact of the site is in the card', async () => {
  site.contactUrl = 'mailto:help@blood.example'
  open(asked())
  const contact = await (await findCard()).findByRole('link', { name: 'Contact the blood bank' })
  expect(contact.getAttribute('href')).toBe('mailto:help@blood.example')
})

test.each([
  ['if it cannot be loaded', failing(readAlertProgress)],
  ['while it is loading', hanging(readAlertProgress)],
])('%s, the progress says nothing about donors, and the card is shown', async (_, reply) => {
  open(reply)
  const card = await findCard()
  card.getByRole('button', { name: 'Mark as Fulfilled' })
  expect((await findSteps()).current).toBe('posted Mar 1')
  expect(card.queryByText(/^We asked/)).toBeNull()
})

test('a donor who can come arrives with an announcement, a title, and what is still missing', async () => {
  const { server, queryClient, person } = open(asked(), offers())
  const card = await findCard()
  await card.findByText(/^We asked more than 10 donors/)
  server.answer(own({ offersStanding: 1 }))
  server.answer(offers(aReceivedOffer()))
  await act(() => queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.live !== undefined }))
  const call = await card.findByRole('link', { name: 'Call Mitu Das 01912-345678' })
  expect(call.getAttribute('data-variant')).toBe('good')
  const said = card.getAllByText('Mitu Das (AB−) can come.')
  expect(said.map(({ role, id }) => role || id)).toContain('status')
  card.getByText(new RegExp(`1 more unit: at ${AGAIN} we ask others\\.$`))
  expect(card.queryByText(/^We asked/)).toBeNull()
  expect((await findSteps()).current).toBe('1 can come')
  expect(document.title).toBe('(1) A donor can come')
  await person.click(card.getByText(/Never pay or accept money for blood\./))
  expect(document.title).toMatch(/^Dashboard/)
})

test('who can come after the first donor waits for a press, and takes the place of one who no longer can', async () => {
  const { server, queryClient, person } = open(asked(), offers())
  const card = await findCard()
  await card.findByText(/^We asked more than 10 donors/)
  const refetch = async (...records: ReturnType<typeof aReceivedOffer>[]) => {
    server.answer(own({ offersStanding: records.filter(({ status }) => status === 'offered').length }))
    server.answer(offers(...records))
    await act(() => queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.live !== undefined }))
  }
  const first = aReceivedOffer()
  const withdrawn = aReceivedOffer({ status: 'withdrawn', settledAt: minutesAgo(0), donor: null })
  const [second, third] = (['Joya Sen', 'Rima Akter'] as const).map((fullName, at) =>
    aReceivedOffer({
      id: idOf(8 + at),
      donor: { fullName, bloodGroup: 'O-', contactNumber: `0191234567${at}` },
    }),
  ) as [ReturnType<typeof aReceivedOffer>, ReturnType<typeof aReceivedOffer>]
  const called = () => card.getAllByRole('link', { name: /^Call .* \d/ }).map(link => link.textContent)

  await refetch(first)
  await card.findByRole('link', { name: /^Call Mitu Das/ })
  await refetch(first, second)
  const show = await card.findByRole('button', { name: 'Show who' })
  expect(called()).toEqual(['Call Mitu Das 01912-345678'])
  card.getByText('Joya Sen (O−) can come.', { selector: '[role=status]' })
  await person.click(show)
  expect(called()).toEqual(['Call Mitu Das 01912-345678', 'Call Joya Sen 01912345670'])
  expect(document.activeElement?.textContent).toBe('Joya Sen (O−) can come. ')

  await refetch(withdrawn, second, third)
  await waitFor(() => expect(called()).toEqual(['Call Joya Sen 01912345670']))
  card.getByText(/Rima Akter \(O−\) can come\. A donor can no longer come\.$/, { selector: '[role=status]' })
  await refetch(withdrawn, third)
  await waitFor(() => expect(called()).toEqual(['Call Rima Akter 01912345671']))
})

test('whoever says that the first donor is not needed is led to the one who came after', async () => {
  const second = aReceivedOffer({
    id: idOf(8),
    donor: { fullName: 'Joya Sen', bloodGroup: 'O-', contactNumber: '01812-345678' },
  })
  const released = aReceivedOffer({ status: 'released', settledAt: minutesAgo(0), donor: null })
  const { server, queryClient, person } = open(
    asked(),
    offers(aReceivedOffer()),
    replying(releaseOffer, released),
  )
  const card = await findCard()
  await card.findByRole('link', { name: /^Call Mitu Das/ })
  server.answer(offers(aReceivedOffer(), second))
  await act(() => queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.live !== undefined }))
  await card.findByRole('button', { name: 'Show who' })
  server.answer(offers(released, second))
  await person.click(card.getByRole('button', { name: 'Not needed' }))
  await person.click(await screen.findByRole('button', { name: 'Tell the donor' }))
  await card.findByRole('link', { name: /^Call Joya Sen/ })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Joya Sen (O−) can come. '))
})

test('what is there when the page opens is neither announced nor in the title', async () => {
  open(own({ offersStanding: 1 }), asked(), offers(aReceivedOffer()))
  const card = await findCard()
  expect(await card.findAllByText('Mitu Das (AB−) can come.')).toHaveLength(1)
  expect(document.title).toMatch(/^Dashboard/)
})

test('a donor who is on the way is shown with the time of arrival', async () => {
  const onTheWay = { saidAt: minutesAgo(1), minutes: 15 } as const
  const arrival = formatTime(arrivalOf(onTheWay).toISOString(), 'Asia/Dhaka')
  open(
    own({ offersStanding: 2 }),
    asked(),
    offers(aReceivedOffer({ onTheWay }), aReceivedOffer({ id: idOf(8) })),
  )
  const card = await findCard()
  await card.findByText(`Mitu Das (AB−) is on the way, there by about ${arrival}.`)
  expect(await findSteps()).toMatchObject({ current: '1 on the way', all: { 2: '2 can come, done' } })
  // Two units, two donors: nothing is missing.
  expect(card.queryByText(/more unit/)).toBeNull()
})

test('an hour after the arrival the owner is asked whether the donor gave', async () => {
  open(
    own({ offersStanding: 2 }),
    asked(),
    offers(
      aReceivedOffer({ offeredAt: minutesAgo(90), onTheWay: { saidAt: minutesAgo(76), minutes: 15 } }),
      aReceivedOffer({ id: idOf(8), offeredAt: minutesAgo(90) }),
    ),
  )
  const card = await findCard()
  const question = await card.findByText('Did Mitu Das (AB−) give blood?')
  const answers = within(question.closest('li') as HTMLElement)
  answers.getByRole('button', { name: 'Gave blood' })
  answers.getByRole('button', { name: 'Not needed' })
  card.getByText('Mitu Das (AB−) can come.')
})

test('once enough was given, all steps are done', async () => {
  const donation = { id: idOf(7), donatedOn: '2026-03-03', undoableUntil: null }
  open(
    own({ unitsRequired: 1, unitsGiven: 1 }),
    asked(),
    offers(aReceivedOffer({ status: 'donated', donation })),
  )
  await (await findCard()).findByText(/^Mitu Das gave blood/)
  expect(await findSteps()).toEqual({
    current: '1 of 1 gave',
    all: [
      'posted Mar 1, done',
      'more than 10 asked, done',
      'can come, done',
      'on the way, done',
      '1 of 1 gave',
    ],
  })
})

test('the request that is fulfilled says how fast and by whom, and has nothing to call', async () => {
  const donation = { id: idOf(7), donatedOn: '2026-03-03', undoableUntil: null }
  const donated = aReceivedOffer({ status: 'donated', settledAt: minutesAgo(1), donation })
  open(
    own({
      status: 'fulfilled',
      unitsGiven: 1,
      requestedAt: minutesAgo(8),
      closedAt: minutesAgo(1),
    }),
    offers(donated),
  )
  const card = await findCard()
  const outcome = await card.findByText('Fulfilled in 7 minutes by Mitu Das')
  expect(outcome.parentElement?.textContent).toBe('✓ Fulfilled in 7 minutes by Mitu Das')
  expect(card.queryByRole('link')).toBeNull()
  expect(card.queryByText('Never pay', { exact: false })).toBeNull()
})

test('a request of which it is not known when it was fulfilled says that it was', async () => {
  const { server } = open(own({ status: 'fulfilled', unitsGiven: 1 }))
  const card = await findCard()
  await card.findByText(wholeText(/^✓ Fulfilled$/))
  await waitFor(() => card.getByText(/for Karim Uddin \(1 donor gave\)$/))
  expect(server.callsTo(listReceivedOffers)).toEqual([])
})

test.each([
  [3, '1 more unit is needed.', 'more than 10 asked'],
  [2, '2 of 2 needed units were given. Is the request fulfilled?', '2 of 2 gave'],
])('of %i units one was given, and one by a donor of the club: %s', async (unitsRequired, news, step) => {
  open(own({ unitsRequired, unitsGiven: 1 }), asked({ clubDonorsGave: 1 }), offers())
  await (await findCard()).findByText(news)
  expect((await findSteps()).current).toBe(step)
})

test('donors of the club can come: the owner asks their coordinator, or the club', async () => {
  const clubDonors = [
    { coordinator: 'Nadia Islam', contactNumber: '01812-345678', donors: 1 },
    { coordinator: null, contactNumber: '09610-000111', donors: 2 },
  ]
  open(own({ unitsRequired: 4 }), asked({ clubDonors }), offers())
  const card = await findCard()
  await card.findByText('1 donor of the club can come. Ask Nadia Islam (coordinator).')
  card.getByText('2 donors of the club can come. Ask the club.')
  expect(card.getByRole('link', { name: /^Call the club/ }).getAttribute('href')).toBe('tel:09610000111')
  expect(card.getByRole('link', { name: /^Call Nadia Islam/ }).getAttribute('href')).toBe('tel:01812345678')
  card.getByText(/^1 more unit: at /)
  expect((await findSteps()).current).toBe('3 can come')
  expect(card.queryByText(/since you posted/)).toBeNull()
})
