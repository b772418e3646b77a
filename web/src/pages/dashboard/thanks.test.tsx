import { type BloodRequest, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { DAY_MS } from '@blood-bank/contract/durations'
import { chooseThankYou } from '@blood-bank/contract/thanks/endpoints'
import { THANK_YOU_SENTENCES, type Thanks } from '@blood-bank/contract/thanks/sentences'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequest, aPage, aUser } from '../../testing/builders.ts'
import { renderPage, wholeText } from '../../testing/render-page.tsx'
import { failing, type Reply, refusing, replying } from '../../testing/replies.ts'

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const TO_CHOOSE: Thanks = {
  people: 2,
  canChooseUntil: inDays(10),
  chosenAt: null,
  chosen: null,
  arrivesAt: null,
}
const CHOSEN: Thanks = {
  people: 2,
  canChooseUntil: null,
  chosenAt: inDays(0),
  chosen: 'not-forgotten',
  arrivesAt: '2126-03-03T03:00:00.000Z',
}
const NONE: Thanks = { ...CHOSEN, chosen: null, arrivesAt: null }

const fulfilled = (thanks: Thanks | undefined): BloodRequest =>
  aBloodRequest({ status: 'fulfilled', unitsGiven: 2, closedAt: '2026-03-02T09:05:00.000Z', thanks })
const listOf = (thanks: Thanks | undefined) => replying(listOwnBloodRequests, aPage([fulfilled(thanks)]))

const open = (...replies: Reply[]) =>
  renderPage('/dashboard', { user: aUser(), replies: [replying(readOwnDonor, { donor: null }), ...replies] })

const card = async () => within(await screen.findByRole('article', { name: /City Hospital/ }))
const isHeadingFocused = () => document.activeElement?.textContent?.includes('City Hospital')

test('the owner of a fulfilled request chooses one of four sentences, and reads when it arrives', async () => {
  const { person, server } = open(listOf(TO_CHOOSE), replying(chooseThankYou, CHOSEN), listOf(CHOSEN))
  await (await card()).findByText('Thank the 2 donors who gave?')
  await person.click((await card()).getByRole('button', { name: 'Say thank you' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Say thank you' }))
  const choices = dialog.getAllByRole('radio')
  expect(choices.map(choice => choice.parentElement?.textContent)).toEqual(Object.values(THANK_YOU_SENTENCES))
  await person.click(dialog.getByRole('radio', { name: THANK_YOU_SENTENCES['not-forgotten'] }))
  await person.click(dialog.getByRole('button', { name: 'Send thank-you' }))
  await (await card()).findByText(
    wholeText(/^Your thank-you: “We will not forget what you did\. Thank you\.” It arrives on /),
  )
  expect(server.callsTo(chooseThankYou)).toMatchObject([{ body: { sentence: 'not-forgotten' } }])
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(isHeadingFocused()).toBe(true))
  expect((await card()).queryByRole('button', { name: 'Say thank you' })).toBeNull()
})

test('the owner is asked about one donor as one, can choose none, and is not asked again', async () => {
  const one = listOf({ ...TO_CHOOSE, people: 1 })
  const { person, server } = open(one, replying(chooseThankYou, NONE), listOf(NONE))
  await (await card()).findByText('Thank the donor who gave?')
  await person.click(await (await card()).findByRole('button', { name: 'No thank-you' }))
  await screen.findByText('No thank-you will be sent.')
  expect(server.callsTo(chooseThankYou)).toMatchObject([{ body: { sentence: null } }])
  expect(screen.queryByText(/^Thank the/)).toBeNull()
  expect(isHeadingFocused()).toBe(true)
})

test.each([
  ['after fourteen days', { ...TO_CHOOSE, canChooseUntil: inDays(-0.1) }],
  ['without a recorded donation', { ...NONE, people: 0, chosenAt: null }],
  ['after the choice', CHOSEN],
  ['before the server has told', undefined],
])('nothing is asked %s', async (_, thanks) => {
  open(listOf(thanks))
  await (await card()).findByText(/Fulfilled in/)
  expect(screen.queryByText(/^Thank the/)).toBeNull()
})

test('a choice that was not sent can be tried again; one that was made elsewhere is shown', async () => {
  const { person } = open(
    listOf(TO_CHOOSE),
    listOf(TO_CHOOSE),
    failing(chooseThankYou),
    refusing(chooseThankYou, 'thank-you-chosen'),
    listOf(CHOSEN),
  )
  await person.click(await (await card()).findByRole('button', { name: 'Say thank you' }))
  const dialog = within(await screen.findByRole('dialog'))
  const send = () => person.click(dialog.getByRole('button', { name: 'Send thank-you' }))
  await send()
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Failed to send your thank-you. Please try again.',
  )
  await send()
  await screen.findByText("You have chosen for this request already. The choice can't be changed.")
  await (await card()).findByText(/^Your thank-you: /)
})
