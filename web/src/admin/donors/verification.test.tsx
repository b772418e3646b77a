import { type DonorRecord, listDonors, verifyDonor } from '@blood-bank/contract/donors/administration'
import { type VerificationOutcome, verifyDonors } from '@blood-bank/contract/donors/verifications'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonorRecord, anAdmin, aPage, idOf } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { awaiting, failing, type Reply, refusing, replying } from '../../testing/replies.ts'

/** Thirty in a row: how an admin works through the donors who wait for verification. */
const NAMES = ['Abir', 'Badal', 'Chandra']
const donorOf = (at: number, overrides: Partial<DonorRecord> = {}) =>
  aDonorRecord({ id: idOf(at), fullName: NAMES[at] ?? '', ...overrides })
const WAITING = NAMES.map((_, at) => donorOf(at))
const LISTING = replying(listDonors, aPage(WAITING))

const NONE = replying(listDonors, aPage([]))

const verifying = (at: number) => replying(verifyDonor, donorOf(at, { isVerified: true }))
const outcomes = (...outcomes: VerificationOutcome[]) =>
  replying(verifyDonors, { outcomes: outcomes.map((outcome, at) => ({ id: idOf(at), outcome })) })

async function open(...replies: Reply[]) {
  const page = renderPage('/admin/donors?isVerified=false', {
    user: anAdmin(),
    replies: [LISTING, ...replies],
  })
  await screen.findByRole('row', { name: /Chandra/ })
  await screen.findByRole('button', { name: /^Keyboard shortcuts/ })
  const check = (name: string) => page.person.click(screen.getByRole('checkbox', { name }))
  const press = async (name: string) => page.person.click(await screen.findByRole('button', { name }))
  const confirmVerifying = async (count: number) => {
    const dialog = within(await screen.findByRole('alertdialog', { name: `Verify ${count} donors?` }))
    dialog.getByText('You confirm that their University IDs are real.')
    await page.person.click(dialog.getByRole('button', { name: `Verify ${count}` }))
  }
  return { ...page, check, press, confirmVerifying, type: (keys: string) => page.person.keyboard(keys) }
}

const focusedRow = () => document.activeElement?.closest('tr')?.querySelector('th')?.textContent
const stateOf = (at: number) =>
  screen
    .getAllByRole('row', { name: new RegExp(NAMES[at] ?? '') })[0]
    ?.textContent?.match(/Not Verified|Verified/)?.[0]

test('v verifies the donor of the focused row and goes on to the next', async () => {
  const { type, server } = await open(verifying(0), verifying(1))
  await type('v')
  expect(focusedRow()).toMatch(/^Abir/)
  expect(server.callsTo(verifyDonor)).toHaveLength(0)
  await type('v')
  expect(focusedRow()).toMatch(/^Badal/)
  await screen.findByText('Abir is Verified.')
  await type('v')
  await screen.findByText('Badal is Verified.')
  expect(focusedRow()).toMatch(/^Chandra/)
  expect(server.callsTo(verifyDonor).map(({ params }) => params)).toEqual([{ id: idOf(0) }, { id: idOf(1) }])
  expect([0, 1, 2].map(stateOf)).toEqual(['Verified', 'Verified', 'Not Verified'])
})

test('v passes over a donor who is verified', async () => {
  const { type, server } = await open(verifying(0))
  await type('vv')
  await screen.findByText('Abir is Verified.')
  await type('k')
  expect(focusedRow()).toMatch(/^Abir/)
  await type('v')
  expect(focusedRow()).toMatch(/^Badal/)
  expect(server.callsTo(verifyDonor)).toHaveLength(1)
})

test('a key that is held down verifies one donor, or undoes once; j and k go on', async () => {
  const { server } = await open(verifying(0), outcomes('changed'))
  /** Presses a key and holds it down until it has repeated twice. */
  const hold = (key: string) => {
    for (const repeat of [false, true, true])
      fireEvent.keyDown(document.activeElement ?? document.body, { key, repeat })
  }
  hold('j')
  expect(focusedRow()).toMatch(/^Chandra/)
  hold('k')
  expect(focusedRow()).toMatch(/^Abir/)
  hold('v')
  await screen.findByText('Abir is Verified.')
  expect(focusedRow()).toMatch(/^Badal/)
  expect(server.callsTo(verifyDonor)).toHaveLength(1)
  hold('z')
  await screen.findByText('Abir is Not Verified again.')
  expect(server.callsTo(verifyDonors)).toHaveLength(1)
})

test('the key that leads to the search is not typed there while it is held down', async () => {
  await open()
  fireEvent.keyDown(document.body, { key: '/' })
  const search = screen.getByRole('textbox', { name: /^Search/ })
  expect(document.activeElement).toBe(search)
  // Not handled means typed.
  expect(fireEvent.keyDown(search, { key: '/', repeat: true })).toBe(false)
  expect(fireEvent.keyDown(search, { key: '/' })).toBe(true)
  expect(fireEvent.keyDown(search, { key: '/', repeat: true })).toBe(true)
})

test('z undoes the last verification and leaves the focus in its row', async () => {
  const { type, server } = await open(verifying(0), outcomes('changed'))
  await type('vv')
  await screen.findByText('Abir is Verified.')
  await type('z')
  await screen.findByText('Abir is Not Verified again.')
  expect(server.callsTo(verifyDonors)).toMatchObject([{ body: { ids: [idOf(0)], isVerified: false } }])
  expect(stateOf(0)).toBe('Not Verified')
  expect(focusedRow()).toMatch(/^Badal/)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await type('z')
  expect(server.callsTo(verifyDonors)).toHaveLength(1)
})

test('selected donors are verified after one question, by one call, which is undone for those whom it has changed', async () => {
  const { check, press, confirmVerifying, server } = await open(
    outcomes('changed', 'already', 'changed'),
    outcomes('changed', 'changed'),
    NONE,
    LISTING,
  )
  await check('Select Abir')
  await screen.findByRole('button', { name: 'Verify 1' })
  await check('Select all 3 to verify')
  await press('Verify 3')
  expect(server.callsTo(verifyDonors)).toHaveLength(0)
  await confirmVerifying(3)
  const message = await screen.findByText('2 donors are Verified. 1 already was Verified.')
  expect(document.activeElement?.contains(message)).toBe(true)
  expect(screen.queryByRole('table'), 'they leave the list, and one line stays').toBeNull()
  await press('Undo')
  await screen.findByText('2 donors are Not Verified again.')
  await screen.findByRole('row', { name: /Abir/ })
  const ids = [0, 1, 2].map(idOf)
  expect(server.callsTo(verifyDonors)).toMatchObject([
    { body: { ids, isVerified: true } },
    { body: { ids: [ids[0], ids[2]], isVerified: false } },
  ])
})

test('a donor who no longer exists is marked in its place, and the message says so', async () => {
  const { check, press } = await open(
    outcomes('gone'),
    replying(listDonors, aPage(WAITING.slice(1), { total: 2 })),
  )
  await check('Select Abir')
  await press('Verify 1')
  await screen.findByText('1 no longer exists.')
  await waitFor(() => expect(screen.getAllByText('No longer in this list')).toHaveLength(1))
})

test('only the blood groups that the admin sees are verified', async () => {
  const changed = donorOf(0, { bloodGroup: 'O-' })
  const { check, press, confirmVerifying, person, server } = await open(
    outcomes('other-group', 'changed'),
    replying(listDonors, aPage([changed, donorOf(1, { isVerified: true }), donorOf(2)])),
    refusing(verifyDonor, 'blood-group-changed'),
  )
  await check('Select Abir')
  await check('Select Badal')
  await press('Verify 2')
  await confirmVerifying(2)
  await screen.findByText('1 donor is Verified. 1 has a new blood group now. Please check again.')
  const bloodGroups = WAITING.slice(0, 2).map(({ bloodGroup }) => bloodGroup)
  expect(server.callsTo(verifyDonors)).toMatchObject([{ body: { isVerified: true, bloodGroups } }])
  const abir = within(await screen.findByRole('row', { name: /Abir/ }))
  await abir.findByText('O-')
  await abir.findByText('Not Verified')
  await person.click(abir.getByRole('button', { name: 'Verify' }))
  await screen.findByText('This donor has changed the blood group meanwhile. Please check it again.')
  expect(server.callsTo(verifyDonor)).toMatchObject([{ body: { isVerified: true, bloodGroup: 'O-' } }])
})

test('donors who have left the list are counted neither in its length nor in those to select', async () => {
  const slow = awaiting(verifying(1))
  const { queryClient, person } = await open(
    replying(listDonors, aPage(WAITING.slice(1), { total: 2 })),
    verifying(0),
    slow.reply,
  )
  const length = screen.getByText('3 donors')
  await person.click(screen.getAllByRole('button', { name: 'Verify' })[0] as HTMLElement)
  await screen.findByText('Abir is Verified.')
  await queryClient.refetchQueries()
  await screen.findByText('No longer in this list')
  expect(length.textContent).toBe('2 donors')
  screen.getByRole('checkbox', { name: 'Select all 2 to verify' })
  await person.click(screen.getAllByRole('button', { name: 'Verify' })[0] as HTMLElement)
  await screen.findByRole('checkbox', { name: 'Select all 1 to verify' })
  expect(length.textContent).toBe('2 donors')
  slow.arrive()
  await screen.findByText('Badal is Verified.')
})

test('after a verification that failed the selection stays, so that it can be repeated', async () => {
  const { check, press, confirmVerifying } = await open(failing(verifyDonors), outcomes('changed', 'changed'))
  await check('Select Abir')
  await check('Select Badal')
  await press('Verify 2')
  await confirmVerifying(2)
  await screen.findByText('Failed to update verification status.')
  await press('Verify 2')
  await confirmVerifying(2)
  await screen.findByText('2 donors are Verified.')
  expect(screen.queryByText('Failed to update verification status.')).toBeNull()
})
