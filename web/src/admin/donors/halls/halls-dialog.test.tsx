import { listAuditEntries } from '@blood-bank/contract/audit/endpoints'
import { listDonors } from '@blood-bank/contract/donors/administration'
import {
  addHall,
  deleteHall,
  type HallRecord,
  listHallRecords,
  listHalls,
  renameHall,
} from '@blood-bank/contract/halls/endpoints'
import { listDonationsOfDonor } from '@blood-bank/contract/offers/donations'
import { listOffersOfDonor } from '@blood-bank/contract/offers/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDonorRecord, anAdmin, aPage, idOf } from '../../../testing/builders.ts'
import { fillIn, openSheet, renderPage } from '../../../testing/render-page.tsx'
import { failing, type Reply, refusing, replying } from '../../../testing/replies.ts'

const NORTH = { id: idOf(1), name: 'North Hall' }
const SOUTH = { id: idOf(2), name: 'South Hall' }
const halls = (...records: HallRecord[]) => replying(listHallRecords, { halls: records })
const BOTH = halls({ ...NORTH, donors: 2 }, { ...SOUTH, donors: 0 })

async function open(...replies: Reply[]) {
  const donors = replying(listDonors, aPage([aDonorRecord()]))
  const page = renderPage('/admin/donors', { user: anAdmin(), replies: [donors, ...replies] })
  await page.person.click(await screen.findByRole('button', { name: 'Halls' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Halls' }))
  const press = async (name: string) => page.person.click(await dialog.findByRole('button', { name }))
  const items = async () =>
    (await dialog.findAllByRole('listitem')).map(item => item.textContent?.replace(/ Rename.*/, ''))
  return { ...page, dialog, press, items }
}

test('an admin sees the halls and adds one', async () => {
  const { person, dialog, press, items, server } = await open(
    halls(),
    halls({ ...NORTH, donors: 0 }),
    replying(addHall, NORTH),
  )
  await dialog.findByText('There are none yet.')
  await fillIn(person, { 'New Hall Name': 'North Hall' })
  await press('Add hall')
  expect(await items()).toEqual(['North HallNo donor has chosen it.'])
  expect(dialog.getByLabelText<HTMLInputElement>(/^New Hall Name/).value).toBe('')
  expect(server.callsTo(addHall)).toMatchObject([{ body: { name: 'North Hall' } }])
})

test('a name that is taken is refused at its field, and stays there', async () => {
  const message = 'There is a hall of this name already.'
  const { person, dialog, press, server } = await open(
    BOTH,
    refusing(addHall, 'hall-exists', { fields: { name: message } }),
  )
  await press('Add hall')
  await dialog.findByText('Hall Name is required.')
  expect(server.callsTo(addHall)).toEqual([])
  await fillIn(person, { 'New Hall Name': 'north hall' })
  await press('Add hall')
  await dialog.findByText(message)
  const field = dialog.getByLabelText<HTMLInputElement>(/^New Hall Name/)
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['north hall', 'true'])
})

test('an admin renames a hall', async () => {
  const { person, dialog, press, items, server } = await open(
    BOTH,
    halls({ ...NORTH, donors: 2 }, { ...SOUTH, name: 'West Hall', donors: 0 }),
    replying(renameHall, { ...SOUTH, name: 'West Hall' }),
  )
  await press('Rename South Hall')
  const field = dialog.getByLabelText(/^Hall Name/)
  await person.clear(field)
  await person.type(field, 'West Hall')
  await press('Save')
  await dialog.findByRole('button', { name: 'Rename West Hall' })
  expect(await items()).toEqual(['North Hall2 donors have chosen it.', 'West HallNo donor has chosen it.'])
  expect(server.callsTo(renameHall)).toMatchObject([
    { params: { id: SOUTH.id }, body: { name: 'West Hall' } },
  ])
})

test('before a hall is deleted the page says how many donors have chosen it', async () => {
  const { dialog, press, items, server } = await open(BOTH, failing(deleteHall))
  await press('Delete North Hall')
  expect(await items()).toContainEqual(
    expect.stringMatching(
      /2 donors have chosen it\. Its donors have no hall then, those without an account too\./,
    ),
  )
  await press('Keep it')
  expect(server.callsTo(deleteHall)).toEqual([])
  await press('Delete North Hall')
  await press('Delete this hall')
  await dialog.findByText(/^Failed to delete the hall\. Please try again\./)
  server.answer(replying(deleteHall, undefined))
  server.answer(halls({ ...SOUTH, donors: 0 }))
  await press('Delete this hall')
  expect(await items()).toEqual(['South HallNo donor has chosen it.'])
  expect(document.activeElement).toBe(dialog.getByRole('list', { name: 'Halls' }))
})

test('the sheet of a donor has the hall', async () => {
  const { person } = renderPage('/admin/donors', {
    user: anAdmin(),
    replies: [
      replying(listDonors, aPage([aDonorRecord({ hallId: SOUTH.id })])),
      replying(listHalls, { halls: [NORTH, SOUTH] }),
      replying(listDonationsOfDonor, aPage([])),
      replying(listOffersOfDonor, aPage([])),
      replying(listAuditEntries, aPage([])),
    ],
  })
  const sheet = await openSheet(person, 'Rima Akter')
  expect((await sheet.findByText('South Hall')).previousElementSibling?.textContent).toBe('Hall')
})
