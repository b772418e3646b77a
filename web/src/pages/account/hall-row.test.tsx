import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { listHalls, setOwnHall } from '@blood-bank/contract/halls/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonor, aUser, idOf } from '../../testing/builders.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { accountReplies, failing, type Reply, refusing, replying } from '../../testing/replies.ts'

const [NORTH, SOUTH] = [
  { id: idOf(1), name: 'North Hall' },
  { id: idOf(2), name: 'South Hall' },
]
const HALLS = replying(listHalls, { halls: [NORTH, SOUTH] })
const donor = (hallId: string | null) => replying(readOwnDonor, { donor: aDonor({ hallId }) })

const open = (...replies: Reply[]) =>
  renderPage('/account#hall', { user: aUser(), replies: [...replies, ...accountReplies] })

async function openRow(...replies: Reply[]) {
  const page = open(...replies)
  const row = within(await screen.findByRole('region', { name: 'My hall' }))
  return { ...page, row, select: row.getByLabelText<HTMLSelectElement>('Hall') }
}
const stateIn = ({ select }: { select: HTMLElement }) => select.closest('details')?.querySelector('summary')

test('a donor chooses a hall, and takes the choice back', async () => {
  const page = await openRow(
    HALLS,
    donor(null),
    replying(setOwnHall, aDonor({ hallId: SOUTH.id })),
    replying(setOwnHall, aDonor()),
  )
  const { person, server, select, row } = page
  expect(stateIn(page)?.textContent).toBe('My hallNot chosen')
  expect([...select.options].map(({ text }) => text)).toEqual(['None', 'North Hall', 'South Hall'])
  await person.selectOptions(select, 'South Hall')
  await row.findByText('Saved.')
  expect(stateIn(page)?.textContent).toBe('My hallSouth Hall')
  await person.selectOptions(select, 'None')
  await waitFor(() => expect(stateIn(page)?.textContent).toBe('My hallNot chosen'))
  expect(server.callsTo(setOwnHall).map(({ body }) => body)).toEqual([{ hallId: SOUTH.id }, { hallId: null }])
})

test('a hall that is gone says so at the field, where the choice stays until another one', async () => {
  const { person, select, row } = await openRow(
    HALLS,
    replying(listHalls, { halls: [NORTH] }),
    donor(NORTH.id),
    refusing(setOwnHall, 'hall-gone'),
    replying(setOwnHall, aDonor()),
  )
  await person.selectOptions(select, 'South Hall')
  await row.findByText('This hall is gone. Choose another one.')
  expect(select.getAttribute('aria-invalid')).toBe('true')
  expect(select.selectedOptions[0]?.text).toBe('South Hall')
  await person.selectOptions(select, 'None')
  await row.findByText('Saved.')
  expect([...select.options].map(({ text }) => text)).toEqual(['None', 'North Hall'])
})

test('a choice that is lost on its way can be taken back', async () => {
  const { person, select, row } = await openRow(HALLS, donor(NORTH.id), failing(setOwnHall))
  await person.selectOptions(select, 'South Hall')
  await row.findByText(/^Failed to update profile\./)
  await person.click(row.getByRole('button', { name: 'Dismiss' }))
  expect(select.selectedOptions[0]?.text).toBe('North Hall')
})

test.each([
  ['without halls', replying(listHalls, { halls: [] }), donor(null)],
  ['for somebody who is no donor', HALLS, replying(readOwnDonor, { donor: null })],
])('%s there is no such row', async (_, ...replies) => {
  const { server } = open(...replies)
  await waitFor(() => expect(server.callsTo(listHalls)).toHaveLength(1))
  await screen.findByText('Light or dark')
  expect(screen.queryByText('My hall')).toBeNull()
})
