import { listAuditEntries } from '@blood-bank/contract/audit/endpoints'
import { listHalls } from '@blood-bank/contract/halls/endpoints'
import { confirmPassword } from '@blood-bank/contract/own-account/endpoints'
import {
  allowSecondAccount,
  changeRole,
  liftSuspension,
  listUsers,
  suspendUser,
  type UserRecord,
} from '@blood-bank/contract/users/administration'
import { endCoordinator, lastCoordinationDay, nameCoordinator } from '@blood-bank/contract/users/coordinators'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAdmin, aPage, aUserRecord, idOf } from '../../testing/builders.ts'
import { chooseFromRow, openSheet, pressInRow, renderPage } from '../../testing/render-page.tsx'
import { failing, type Reply, refusing, replying } from '../../testing/replies.ts'
import { currentTime } from '../../ui/browser/clock.ts'
import { calendarDateOf } from '../../ui/records/dates.ts'

const HEAD = anAdmin()
const RIMA = aUserRecord({ id: idOf(1), emailVerified: false })

const listing = (...records: UserRecord[]) => replying(listUsers, aPage(records))
const open = (...replies: Reply[]) => renderPage('/admin/users', { user: HEAD, replies })
const NO_HISTORY = replying(listAuditEntries, aPage([]))
const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }))

const findEditButton = async (name: RegExp) =>
  (await findRow(name)).getByRole<HTMLButtonElement>('button', { name: 'Edit Role' })

/** Opens the dialog for a user, chooses a role, if any, and saves. */
async function save(name: string, role: string | null, ...replies: Reply[]) {
  const page = open(...replies)
  await pressInRow(page.person, name, 'Edit Role')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Role' }))
  if (role) await page.person.selectOptions(dialog.getByLabelText('Role'), role)
  await page.person.click(dialog.getByRole('button', { name: 'Save' }))
  return { ...page, dialog }
}

test('a user is a row with id, role, verification and date', async () => {
  open(listing(RIMA, HEAD))
  const row = await findRow(/rima@campus/)
  expect(row.getByRole('rowheader').textContent).toContain('rima@campus.edu')
  const cells = row.getAllByRole('cell').map(cell => cell.textContent)
  expect(cells.slice(0, 3)).toEqual(['0192f0c1-0…', 'user', 'Unverified'])
  expect(cells[3]).toMatch(/^Jan [456], 2026/)
  ;(await findRow(/head@campus/)).getByText('Verified')
})

test('the full id is in a tooltip that works by keyboard, and closes on Escape', async () => {
  const { person } = open(listing(RIMA))
  const short = (await findRow(/rima@campus/)).getByRole('button', { name: '0192f0c1-0…' })
  expect(screen.queryByRole('tooltip')).toBeNull()
  short.focus()
  expect((await screen.findByRole('tooltip')).textContent).toBe(RIMA.id)
  screen.getByRole('button', { name: '0192f0c1-0…', description: RIMA.id })
  expect(short.hasAttribute('title')).toBe(false)
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
  await person.hover(short)
  await screen.findByRole('tooltip')
  await person.unhover(short)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('the role that a user has is saved without a call, and so without a question for the password', async () => {
  const { server } = await save('rima@campus.edu', 'user', listing(RIMA, HEAD))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.callsTo(changeRole)).toHaveLength(0)
})

test('a role that could not be saved says so, and can be saved again', async () => {
  const saved = replying(changeRole, { ...RIMA, role: 'admin' })
  const page = await save('rima@campus.edu', 'admin', listing(RIMA, HEAD), failing(changeRole), saved)
  expect((await page.dialog.findByRole('alert')).textContent).toBe(
    'Failed to update role for user rima@campus.edu.',
  )
  await page.person.click(page.dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a role must be selected', async () => {
  const { server, dialog } = await save('rima@campus.edu', null, listing(RIMA, HEAD))
  dialog.getByText(/^rima@campus\.edu currently has the role user\. As an admin they see all donors/)
  expect((await dialog.findByRole('alert')).textContent).toBe('Please select a role.')
  expect(server.callsTo(changeRole)).toHaveLength(0)
  expect([...dialog.getByLabelText<HTMLSelectElement>('Role').options].map(({ value }) => value)).toEqual([
    '',
    'user',
    'admin',
  ])
})

test('an admin lets a second account of a mailbox in, which can be verified then', async () => {
  const second = { ...RIMA, isSecondAccount: true }
  const { person, server } = open(listing(second, HEAD), refusing(allowSecondAccount, 'not-a-second-account'))
  const said = (await findRow(/rima@campus/)).getByText('Second account')
  expect(said.closest('[data-secondary]'), 'shown on the closed card of a phone').toBeNull()
  await chooseFromRow(person, 'rima@campus.edu', 'Allow second account')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This account is verified, or/)
  server.answer(replying(allowSecondAccount, RIMA))
  await chooseFromRow(person, 'rima@campus.edu', 'Allow second account')
  await screen.findByText('rima@campus.edu can be verified now: the link in the email works, or a new one.')
  expect(server.callsTo(allowSecondAccount)).toMatchObject([{ params: { id: RIMA.id } }, {}])
  expect((await findRow(/rima@campus/)).queryByText('Second account')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('admins cannot demote themselves', async () => {
  const other = aUserRecord({ id: idOf(2), email: 'second@campus.edu', role: 'admin' })
  const { dialog } = await save(
    HEAD.email,
    'user',
    listing(HEAD, other),
    refusing(changeRole, 'self-demotion'),
  )
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Admins cannot remove their own admin role through this interface.',
  )
})

test('the only admin can edit the roles of others, and their own as soon as there is a second one', async () => {
  const { person } = open(
    listing(HEAD, RIMA),
    listing(HEAD),
    listing(HEAD, { ...RIMA, role: 'admin' }),
    replying(changeRole, { ...RIMA, role: 'admin' }),
  )
  await waitFor(async () => expect((await findEditButton(/head@campus/)).disabled).toBe(true))
  screen.getByTitle("You're the only admin.")
  await pressInRow(person, 'rima@campus.edu', 'Edit Role')
  await person.selectOptions(await within(await screen.findByRole('dialog')).findByLabelText('Role'), 'admin')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect((await findEditButton(/head@campus/)).disabled).toBe(false))
})

test('users are searched, filtered by role and sorted', async () => {
  const { person, server } = open(listing(RIMA))
  await findRow(/rima@campus/)
  await person.selectOptions(screen.getByLabelText('Role'), 'user')
  await person.click(screen.getByRole('button', { name: 'Email' }))
  await person.type(screen.getByLabelText('Search email'), 'rima')
  await waitFor(() =>
    expect(server.callsTo(listUsers).at(-1)?.query).toEqual({
      search: 'rima',
      sort: 'email',
      order: 'asc',
      role: 'user',
    }),
  )
})

const SUSPENDED = aUserRecord({
  id: idOf(1),
  suspension: {
    reason: 'asking-for-money',
    note: 'Reported by the hospital',
    suspendedAt: '2026-03-01T08:00:00.000Z',
  },
})

test('an admin suspends a user for a reason, and the list shows it', async () => {
  const { person, server } = open(listing(RIMA, HEAD), replying(suspendUser, SUSPENDED), NO_HISTORY)
  await chooseFromRow(person, 'rima@campus.edu', 'Suspend')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Suspend rima@campus.edu?' }))
  await person.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Please select a reason.')
  await person.selectOptions(dialog.getByLabelText('Reason'), 'Asking for money')
  await person.type(dialog.getByLabelText('Note'), 'Reported by the hospital')
  await person.click(dialog.getByRole('button', { name: 'Suspend' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const row = await findRow(/rima@campus/)
  row.getByText('Suspended')
  await (await openSheet(person, 'rima@campus.edu')).findByText('Asking for money: Reported by the hospital')
  expect(server.callsTo(suspendUser)).toMatchObject([
    { params: { id: RIMA.id }, body: { reason: 'asking-for-money', note: 'Reported by the hospital' } },
  ])
})

test('an admin lifts a suspension, and the list shows it', async () => {
  const { person } = open(listing(SUSPENDED, HEAD), replying(liftSuspension, RIMA))
  await chooseFromRow(person, 'rima@campus.edu', 'Lift suspension')
  await screen.findByRole('alertdialog', { name: 'Lift the suspension of rima@campus.edu?' })
  await person.click(screen.getByRole('button', { name: 'Lift this suspension' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect((await findRow(/rima@campus/)).queryByText('Suspended')).toBeNull()
})

test('a refused suspension says why, and keeps the input', async () => {
  const { person } = open(listing(RIMA, HEAD), refusing(suspendUser, 'admin-not-suspended'))
  await chooseFromRow(person, 'rima@campus.edu', 'Suspend')
  const dialog = within(await screen.findByRole('alertdialog'))
  await person.selectOptions(dialog.getByLabelText('Reason'), 'Other')
  await person.type(dialog.getByLabelText('Note'), 'A note')
  await person.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'An admin cannot be suspended. Change their role to user first.',
  )
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('A note')
})

test('an admin cannot suspend themselves, and is not made a coordinator', async () => {
  const { person } = open(listing(HEAD))
  await person.click((await findRow(/head@campus/)).getByRole('button', { name: 'More' }))
  const menu = within(await screen.findByRole('menu'))
  for (const name of ['Suspend', 'Make coordinator'])
    expect(menu.queryByRole('menuitem', { name })).toBeNull()
})

const MEMBER = aUserRecord({ id: idOf(1) })
const COORDINATOR = { ...MEMBER, coordinator: { hallId: null, until: '2027-03-01' } }

test('an admin makes a user a coordinator until a day, and the list shows it', async () => {
  const { person, server } = open(
    listing(MEMBER, HEAD),
    replying(listHalls, { halls: [] }),
    refusing(nameCoordinator, 'coordinator-needs-verified-email'),
    NO_HISTORY,
  )
  await chooseFromRow(person, 'rima@campus.edu', 'Make coordinator')
  const dialog = within(await screen.findByRole('dialog', { name: 'Make rima@campus.edu a coordinator?' }))
  const day = dialog.getByLabelText<HTMLInputElement>('Last Day')
  const last = day.value
  expect(last).toBe(lastCoordinationDay(calendarDateOf(currentTime(), 'Asia/Dhaka')))
  for (const [typed, fault] of [
    ['2020-01-01', 'This day is over. Please choose a later one.'],
    ['2090-01-01', 'Please choose a day at most 12 months from now.'],
  ] as const) {
    fireEvent.change(day, { target: { value: typed } })
    await person.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toBe(fault)
    expect(day.value).toBe(typed)
  }
  fireEvent.change(day, { target: { value: last } })
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Only somebody with a verified account/)
  expect(day.value).toBe(last)
  server.answer(replying(nameCoordinator, COORDINATOR))
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.callsTo(nameCoordinator).at(-1)?.body).toEqual({ hallId: null, until: last })
  await (await openSheet(person, 'rima@campus.edu')).findByText('All halls, until Mar 1, 2027')
})

test('a coordinator is named for a hall, and the choice of one that is gone stays until another is made', async () => {
  const halls = [{ id: idOf(7), name: 'North Hall' }]
  const { person, server } = open(
    listing(MEMBER, HEAD),
    replying(listHalls, { halls }),
    refusing(nameCoordinator, 'hall-gone', { fields: { hallId: 'This hall is gone. Choose another one.' } }),
    replying(listHalls, { halls: [] }),
    NO_HISTORY,
  )
  await chooseFromRow(person, 'rima@campus.edu', 'Make coordinator')
  const dialog = within(await screen.findByRole('dialog'))
  const hall = await dialog.findByLabelText<HTMLSelectElement>('Hall')
  expect(hall.value).toBe('')
  await person.selectOptions(hall, 'North Hall')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This hall is gone. Choose another one.')
  await waitFor(() => expect(server.callsTo(listHalls)).toHaveLength(2))
  expect(hall.selectedOptions[0]?.textContent).toBe('North Hall')
  server.answer(
    replying(nameCoordinator, { ...MEMBER, coordinator: { hallId: idOf(7), until: '2027-03-01' } }),
  )
  server.answer(replying(listHalls, { halls }))
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.callsTo(nameCoordinator).at(-1)?.body).toMatchObject({ hallId: idOf(7) })
  await (await openSheet(person, 'rima@campus.edu')).findByText('North Hall, until Mar 1, 2027')
})

test('an admin ends the right of a coordinator, after a question', async () => {
  const { person, server } = open(listing(COORDINATOR, HEAD), refusing(endCoordinator, 'not-a-coordinator'))
  await chooseFromRow(person, 'rima@campus.edu', 'End as coordinator')
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'End rima@campus.edu as coordinator?' }),
  )
  await person.click(dialog.getByRole('button', { name: 'End it now' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This user is no longer a coordinator.')
  server.answer(replying(endCoordinator, MEMBER))
  await person.click(dialog.getByRole('button', { name: 'End it now' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.callsTo(endCoordinator)).toHaveLength(2)
})

const WRONG = 'This is not your current password. Please try again.'

/** Enters the password where the page asks for it. */
async function enterPassword(person: ReturnType<typeof open>['person'], password = 'correct horse') {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }))
  await person.type(dialog.getByLabelText('Password'), password)
  await person.click(dialog.getByRole('button', { name: 'Confirm' }))
  return dialog
}

test('when a recent password is needed the page asks for it, keeps the input without it, and continues with it', async () => {
  const { person, server } = open(
    listing(RIMA, HEAD),
    refusing(suspendUser, 'password-confirmation-needed'),
    refusing(suspendUser, 'password-confirmation-needed'),
    refusing(confirmPassword, 'wrong-password', { fields: { password: WRONG } }),
    replying(confirmPassword, undefined),
    replying(suspendUser, SUSPENDED),
  )
  await chooseFromRow(person, 'rima@campus.edu', 'Suspend')
  const suspension = within(await screen.findByRole('alertdialog'))
  await person.selectOptions(suspension.getByLabelText('Reason'), 'Asking for money')
  await person.click(suspension.getByRole('button', { name: 'Suspend' }))
  const question = within(await screen.findByRole('dialog', { name: 'Confirm your password' }))
  await person.click(question.getByRole('button', { name: 'Cancel' }))
  await suspension.findByText('Please confirm your password, then try again.')
  await person.click(suspension.getByRole('button', { name: 'Suspend' }))
  const dialog = await enterPassword(person)
  await dialog.findAllByText(WRONG)
  await person.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  ;(await findRow(/rima@campus/)).getByText('Suspended')
  expect(server.callsTo(suspendUser)).toHaveLength(3)
})
