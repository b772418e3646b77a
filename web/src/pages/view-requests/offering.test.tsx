import { listOwnOffers, offerToDonate, withdrawOffer } from '@blood-bank/contract/offers/endpoints'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anOwnOffer, aPage } from '../../testing/builders.ts'
import { DONOR_RULES, queryRequestCard, setSite } from '../../testing/render-page.tsx'
import { awaiting, failing, type Reply, refusing, replying } from '../../testing/replies.ts'
import {
  DONOR,
  FATEMA,
  findButton,
  findCard,
  listing,
  NASIM,
  openRequestsPage,
  queryButtons,
} from '../../testing/requests-to-offer.ts'

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
    await person.click(offered.getByRole('button', { name: "I can't come after all" }))
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
