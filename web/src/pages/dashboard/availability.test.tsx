import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor, setOwnAvailability } from '@blood-bank/contract/donors/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonor, aPage, aUser } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { awaiting, failing, type Reply, refusing, replying } from '../../testing/replies.ts'

const AWAY = aDonor({ isAvailable: false })

const open = (...replies: Reply[]) =>
  renderPage('/dashboard', {
    user: aUser(),
    replies: [
      ...replies,
      replying(readOwnDonor, { donor: aDonor() }),
      replying(listOwnBloodRequests, aPage([])),
    ],
  })

const findSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Available to donate' })
const descriptionOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')

test('the switch changes at once, is saved at once, and says so', async () => {
  const { reply, arrive } = awaiting(replying(setOwnAvailability, AWAY))
  const { person, server } = open(reply)
  const control = await findSwitch()
  expect([control.checked, descriptionOf(control)?.textContent]).toEqual([
    true,
    'By your dates you may be able to give. You appear in searches.',
  ])
  await person.click(control)
  expect([control.checked, descriptionOf(control)?.textContent]).toEqual([false, 'Saving...'])
  server.answer(replying(readOwnDonor, { donor: AWAY }))
  arrive()
  await screen.findByText("Saved. You don't appear in searches and get no alerts.")
  expect(descriptionOf(control)?.role).toBe('status')
  expect(control.checked).toBe(false)
  expect(server.callsTo(setOwnAvailability).map(({ body }) => body)).toEqual([{ isAvailable: false }])
})

test('a change that fails gives the old state back, and can be made again with the keyboard', async () => {
  const { person, server } = open(failing(setOwnAvailability), replying(setOwnAvailability, AWAY))
  const control = await findSwitch()
  control.focus()
  await person.keyboard(' ')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to update profile.')
  expect([control.checked, document.activeElement]).toEqual([true, control])
  server.answer(replying(readOwnDonor, { donor: AWAY }))
  await person.keyboard(' ')
  await screen.findByText(/^Saved\./)
  expect([control.checked, screen.queryByRole('alert')]).toEqual([false, null])
})

test('a change whose reply was lost is said to be saved once the profile has it', async () => {
  const { person, server } = open(refusing(setOwnAvailability, 'unavailable'))
  const control = await findSwitch()
  const { reply, arrive } = awaiting(replying(readOwnDonor, { donor: AWAY }))
  server.answer(reply)
  await person.click(control)
  await screen.findByRole('alert')
  arrive()
  await screen.findByText(/^Saved\./)
  expect([control.checked, screen.queryByRole('alert')]).toEqual([false, null])
})

test('a refusal says why, and the profile is fetched again', async () => {
  const { person, server } = open(refusing(setOwnAvailability, 'donor-not-found'))
  await findSwitch()
  server.answer(replying(readOwnDonor, { donor: null }))
  await person.click(await findSwitch())
  await waitFor(() => expect(screen.queryByRole('switch')).toBeNull())
  screen.getByText(/You aren't registered as a donor yet/)
})

test('of an inactive profile it does not say that it appears in searches', async () => {
  open(replying(readOwnDonor, { donor: aDonor({ isProfileActive: false }) }))
  expect(descriptionOf(await findSwitch())?.textContent).toBe('')
})
