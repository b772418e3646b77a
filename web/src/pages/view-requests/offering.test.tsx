import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor, setOwnAvailability } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import {
  listOwnOffers,
  type OfferStatus,
  offerToDonate,
  withdrawOffer,
} from '@blood-bank/contract/offers/endpoints'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { site } from '../../api/site.ts'
import { aBloodRequest, aDonor, anOwnOffer, aPage, aUser } from '../../testing/builders.ts'
import {
  DONOR_RULES,
  DONOR_TYPED,
  fillIn,
  findRequestCard,
  queryRequestCard,
  renderPage,
  setSite,
} from '../../testing/render-page.tsx'
import { awaiting, failing, type Reply, refusing, replying } from '../../testing/replies.ts'

const OTHER_USER = '0192f0c1-0000-7000-8000-000000000099'
const FATEMA = aBloodRequest({
  id: '0192f0c1-0000-7000-8000-0000000000ab',
  userId: OTHER_USER,
  patientName: 'Fatema Begum',
  requiredBloodGroup: 'O+',
  contactPerson: 'Tasnim Khatun',
})
const NASIM = aBloodRequest({
  id: '0192f0c1-0000-7000-8000-0000000000ac',
  userId: OTHER_USER,
  patientName: 'Nasim Khan',
  requiredBloodGroup: 'A-',
})
const OWN = aBloodRequest({ requiredBloodGroup: 'O+' })
const DONOR = replying(readOwnDonor, { donor: aDonor() })

const listing = (...records: (typeof FATEMA)[]) => replying(listActiveBloodRequests, aPage(records))

/** Opens the list as a donor of group O+ unless the replies say otherwise. */
const openRequestsPage = (replies: Reply[] = [DONOR], user = aUser()) =>
  renderPage('/view-requests', {
    user,
    replies: [
      ...replies,
      ...(replies.some(({ endpoint }) => endpoint === listActiveBloodRequests)
        ? []
        : [listing(FATEMA, NASIM, OWN)]),
    ],
  })

const findCard = async (name: string) => within(await findRequestCard(name))
/** The button of the request for Fatema Begum. */
const findButton = async () => (await findCard('Fatema Begum')).findByRole('button', { name: 'I can donate' })
const queryButtons = () => screen.queryAllByRole('button', { name: 'I can donate' })

setSite({ donorRules: DONOR_RULES })

const OFFERING = [
  DONOR,
  replying(listOwnOffers, aPage([])),
  replying(listOwnOffers, aPage([anOwnOffer()])),
  replying(offerToDonate, anOwnOffer()),
]

async function openDialog({ person }: ReturnType<typeof openRequestsPage>) {
  await person.click(await findButton())
  return within(await screen.findByRole('alertdialog', { name: 'Offer to donate?' }))
}

test('a donor offers with one confirmation that says who will see the number', async () => {
  const page = openRequestsPage(OFFERING)
  const dialog = await openDialog(page)
  dialog.getByText(
    "The member who posted this (contact: Tasnim Khatun) will see your name and number until the request closes or you can't come. Never pay or accept money for blood.",
  )
  dialog.getByText(DONOR_RULES.sentence)
  expect(dialog.getByRole('link', { name: /^Who can give blood/ }).getAttribute('href')).toBe(DONOR_RULES.url)
  dialog.getByText('The hospital tests and cross-matches every unit.')
  dialog.getByText('01712 345678')
  await page.person.click(dialog.getByRole('button', { name: 'Yes, I can donate' }))
  const offered = await findOffered()
  offered.getByText(
    /^Tasnim Khatun can see your name and number until the request closes or you can't come\./,
  )
  await page.person.click(offered.getByRole('button', { name: 'Close' }))
  const card = await findCard('Fatema Begum')
  card.getByText('You offered to donate.')
  expect(card.getByRole('link', { name: 'My Offers' }).getAttribute('href')).toBe('/dashboard#my-offers')
  expect(queryButtons()).toEqual([])
  expect(page.server.callsTo(offerToDonate).map(call => call.params)).toEqual([{ id: FATEMA.id }])
  const heading = card.getByRole('heading')
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('who offers platelets reads on the card and in the dialog what they are, and how they are given', async () => {
  const page = openRequestsPage([
    ...OFFERING,
    listing({ ...FATEMA, component: 'apheresis-platelets', requiredBloodGroup: 'O+' }),
  ])
  const card = await findCard('Fatema Begum')
  card.getByRole('heading', { name: /^Platelets O\+ at / })
  const how = 'From one donor by machine, about 90 minutes.'
  expect(card.getAllByText(how)).toHaveLength(2)
  const dialog = await openDialog(page)
  for (const text of [how, 'The hospital tests every unit.']) dialog.getByText(text)
})

const findOffered = async () =>
  within(await screen.findByRole('dialog', { name: 'Thank you, Rima Akter. They are waiting for you.' }))

/** Offers to donate. @returns what is said then */
async function offer(...replies: Reply[]) {
  const page = openRequestsPage([...OFFERING, ...replies])
  const dialog = await openDialog(page)
  await page.person.click(dialog.getByRole('button', { name: 'Yes, I can donate' }))
  return { ...page, offered: await findOffered() }
}

test('a double click offers once, and says the same', async () => {
  const page = openRequestsPage([...OFFERING, refusing(offerToDonate, 'other-offer-stands')])
  const dialog = await openDialog(page)
  // Without a task between the clicks.
  const button = dialog.getByRole('button', { name: 'Yes, I can donate' })
  act(() => button.click())
  act(() => button.click())
  await findOffered()
  expect(page.server.callsTo(offerToDonate)).toHaveLength(1)
})

test('whoever can’t come after all withdraws where they have offered', async () => {
  const withdrawn = anOwnOffer({ status: 'withdrawn', settledAt: '2026-03-02T09:10:00.000Z', contact: null })
  const { server, person, offered } = await offer(failing(withdrawOffer), replying(withdrawOffer, withdrawn))
  const withdraw = async () => {
    await person.click(offered.getByRole('button', { name: "I can't come" }))
    const question = within(await screen.findByRole('alertdialog', { name: "You can't come after all?" }))
    await person.click(question.getByRole('button', { name: "I can't come" }))
  }
  await withdraw()
  expect((await offered.findByRole('alert')).textContent).toContain('The service cannot be reached.')
  server.answer(replying(listOwnOffers, aPage([withdrawn])))
  await withdraw()
  await screen.findByText("They know that you can't come.")
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await findButton()
})

test('a donor who changes their mind offers nothing, and the focus returns to the button', async () => {
  const page = openRequestsPage()
  const dialog = await openDialog(page)
  await page.person.click(dialog.getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(page.server.callsTo(offerToDonate)).toEqual([])
  expect(document.activeElement).toBe(await findButton())
})

test('an offer that fails shows the error in the dialog, and can be sent again', async () => {
  const page = openRequestsPage([DONOR, failing(offerToDonate), replying(offerToDonate, anOwnOffer())])
  const dialog = await openDialog(page)
  await page.person.click(dialog.getByRole('button', { name: 'Yes, I can donate' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('The service cannot be reached.')
  // The offer is shown before the lists are fetched again.
  page.server.answer(awaiting(replying(listOwnOffers, aPage([]))).reply)
  await page.person.click(dialog.getByRole('button', { name: 'Yes, I can donate' }))
  await page.person.click((await findOffered()).getByRole('button', { name: 'Close' }))
  await (await findCard('Fatema Begum')).findByText('You offered to donate.')
})

test('who has not said yes to platelets by machine is led to where they can', async () => {
  const page = openRequestsPage([DONOR, refusing(offerToDonate, 'platelets-not-chosen')])
  const dialog = await openDialog(page)
  await page.person.click(dialog.getByRole('button', { name: 'Yes, I can donate' }))
  const link = await dialog.findByRole('link', { name: 'Alert settings' })
  expect(link.getAttribute('href')).toBe('/account#alerts')
})

test('a refused offer says why, and the list is fetched again', async () => {
  const page = openRequestsPage([DONOR, refusing(offerToDonate, 'blood-request-closed')])
  const dialog = await openDialog(page)
  page.server.answer(listing(NASIM))
  await page.person.click(dialog.getByRole('button', { name: 'Yes, I can donate' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('This blood request is already closed.')
  await page.person.click(dialog.getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(queryRequestCard('Fatema Begum')).toBeNull())
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Blood Requests' })),
  )
})

setSite({ contactUrl: null })

/** The notice above the list. */
async function expectGuidance(text: string) {
  await findCard('Fatema Begum')
  await screen.findByText(text, { exact: false })
  expect(queryButtons()).toEqual([])
}

test('a request that the donor can’t give to says so and is quiet, and one’s own request has no button', async () => {
  const { person } = openRequestsPage()
  expect((await findButton()).getAttribute('data-variant')).toBe('primary')
  await person.click(screen.getByText('1 other request'))
  const nasim = await findCard('Nasim Khan')
  nasim.getByText("You are O+: you can't give to A−.")
  expect(nasim.getByRole('link', { name: /^Call/ }).getAttribute('data-variant')).toBe('quiet')
  expect(queryButtons()).toHaveLength(1)
})

test('a donor who was released, or has withdrawn twice, reads why instead of the button', async () => {
  const ended = (nth: number, status: OfferStatus, { id }: typeof FATEMA) => {
    const own = anOwnOffer({ status, settledAt: '2026-03-02T10:05:00.000Z', contact: null })
    const bloodRequest = own.bloodRequest && { ...own.bloodRequest, id }
    return { ...own, id: `0192f0c1-0000-7000-8000-00000000000${nth}`, bloodRequest }
  }
  const ABUL = { ...NASIM, id: '0192f0c1-0000-7000-8000-0000000000ad', patientName: 'Abul Kalam' }
  const requests = [FATEMA, NASIM, ABUL].map(request => ({ ...request, requiredBloodGroup: 'O+' as const }))
  const offers = [
    ended(1, 'released', FATEMA),
    ended(2, 'withdrawn', NASIM),
    ended(3, 'withdrawn', NASIM),
    ended(4, 'withdrawn', ABUL),
  ]
  openRequestsPage([DONOR, listing(...requests), replying(listOwnOffers, aPage(offers))])
  await (await findCard('Fatema Begum')).findByText(/^You were told that you are not needed/)
  ;(await findCard('Nasim Khan')).getByText(
    /^You have offered for this request twice and then could not come/,
  )
  ;(await findCard('Abul Kalam')).getByRole('button', { name: 'I can donate' })
  expect(queryButtons()).toHaveLength(1)
})

test.each([
  ['can offer after a donation of blood', { eligibleFrom: '2027-03-03' }, null],
  ['reads from when', { plateletsFrom: '2027-03-03' }, 'You can give platelets again from Mar 3, 2027.'],
  ['reads which groups', { bloodGroup: 'B+' }, 'You are B+: platelets of O+ or O− are needed.'],
] as const)('for a request for platelets by machine a donor %s', async (_, differing, text) => {
  const platelets = { ...FATEMA, component: 'apheresis-platelets', requiredBloodGroup: 'O+' } as const
  openRequestsPage([replying(readOwnDonor, { donor: aDonor(differing) }), listing(platelets)])
  const card = await findCard('Fatema Begum')
  if (text) card.getByText(text)
  expect(queryButtons()).toHaveLength(text ? 0 : 1)
})

test('a person who is no donor is led to the registration and back', async () => {
  const donor = aDonor()
  const page = openRequestsPage([
    replying(readOwnDonor, { donor: null }),
    replying(registerDonor, donor),
    listing(FATEMA),
  ])
  const [first] = await screen.findAllByRole('link', { name: 'Register as Donor' })
  expect(first?.parentElement?.textContent).toBe('Register as Donor first, then offer to donate.')
  expect(queryButtons()).toEqual([])
  expect(screen.queryByText(/^You are /)).toBeNull()
  await page.person.click(screen.getByRole('link', { name: 'Register as Donor' }))
  await fillIn(page.person, DONOR_TYPED)
  page.server.answer(replying(readOwnDonor, { donor }))
  await page.person.click(screen.getByRole('button', { name: 'Register as Donor' }))
  await waitFor(() => expect(page.path()).toBe('/view-requests'))
  await findButton()
  screen.getByText('You are a donor now. Thank you.')
})

test('a person with an unverified email is told to verify it', async () => {
  openRequestsPage([replying(readOwnDonor, { donor: null })], aUser({ emailVerified: false }))
  await expectGuidance('Please verify your email address before offering to donate.')
})

test.each([
  {
    donor: aDonor({ eligibleFrom: '2027-03-03' }),
    text: 'You can donate again from Mar 3, 2027.',
  },
  {
    donor: aDonor({ eligibleFrom: '2027-03-03', restsUntil: '2027-03-03' }),
    text: 'You asked not to be asked yet.',
  },
  { donor: aDonor({ isProfileActive: false }), text: 'Please contact the administrators.' },
  { donor: aDonor({ isAvailable: false }), text: 'To offer to donate, turn this on:' },
])('a donor who cannot offer sees the reason once: $text', async ({ donor, text }) => {
  const { person } = openRequestsPage([replying(readOwnDonor, { donor })])
  await expectGuidance(text)
  expect(screen.getAllByText(text, { exact: false })).toHaveLength(1)
  await person.click(screen.getByText('1 other request'))
  ;(await findCard('Nasim Khan')).getByText("You are O+: you can't give to A−.")
})

test('a donor with an inactive profile is led to the administrators', async () => {
  site.contactUrl = 'mailto:help@blood.example'
  openRequestsPage([replying(readOwnDonor, { donor: aDonor({ isProfileActive: false }) })])
  const contact = await screen.findByRole('link', { name: 'contact the administrators' })
  expect(contact.getAttribute('href')).toBe('mailto:help@blood.example')
})

test('a donor who is back says so above the list, can offer at once, and can undo it', async () => {
  const away = aDonor({ isAvailable: false })
  const { person } = openRequestsPage([
    replying(readOwnDonor, { donor: away }),
    replying(setOwnAvailability, aDonor()),
    replying(setOwnAvailability, away),
  ])
  const control = await screen.findByRole<HTMLInputElement>('switch', { name: 'Available to donate' })
  expect([control.checked, queryButtons()]).toEqual([false, []])
  await person.click(control)
  await findButton()
  await screen.findByText('You can offer to donate.')
  expect([control.checked, document.activeElement]).toEqual([true, control])
  await person.click(control)
  await waitFor(() => expect(queryButtons()).toEqual([]))
  expect(control.checked).toBe(false)
})

test('a donor with a standing offer sees for which request, and no other button', async () => {
  const offer = anOwnOffer()
  openRequestsPage([
    DONOR,
    replying(listOwnOffers, aPage([offer])),
    listing(FATEMA, { ...NASIM, requiredBloodGroup: 'O+' }),
  ])
  await expectGuidance('You offered to donate at City Hospital.')
  ;(await findCard('Fatema Begum')).getByText('You offered to donate.')
  expect((await findCard('Nasim Khan')).queryByText('You offered to donate.')).toBeNull()
})

test('without the donor profile the requests are shown with an error and Retry', async () => {
  const page = openRequestsPage([failing(readOwnDonor), failing(readOwnDonor), DONOR])
  await findCard('Fatema Begum')
  await screen.findByText("Couldn't check whether you can donate.")
  expect(queryButtons()).toEqual([])
  await page.person.click(screen.getByRole('button', { name: 'Retry' }))
  await findButton()
})

test('cards are not rendered again when nobody waits any longer for who may offer', async () => {
  const timers = vi.spyOn(window, 'setTimeout')
  openRequestsPage()
  await findButton()
  const [waited] = timers.mock.calls.filter(([, delay]) => delay === 2_000).map(([end]) => end as () => void)
  // Each card asks whether its number can be copied.
  const rendered = vi.spyOn(navigator, 'clipboard', 'get')
  await act(() => waited?.())
  expect([waited, rendered.mock.calls]).toEqual([expect.any(Function), []])
})
