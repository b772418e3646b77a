import { type AuditEntry, exportAuditEntries, listAuditEntries } from '@blood-bank/contract/audit/endpoints'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAdmin, aPage, idOf } from '../../testing/builders.ts'
import { openSheet, renderPage, setSite } from '../../testing/render-page.tsx'
import { awaiting, failing, type Reply, replying } from '../../testing/replies.ts'

setSite({ timeZone: 'Asia/Dhaka' })

const RAFI = { id: idOf(1), name: 'Rafi Ahmed', email: 'rafi@campus.edu' }
const ENTRY: AuditEntry = {
  id: idOf(100),
  at: '2026-03-04T20:30:05.123Z',
  actor: RAFI,
  action: 'role-changed',
  record: { type: 'user', id: idOf(2), name: 'Nadia Islam' },
  before: { role: 'user' },
  after: { role: 'admin' },
  note: null,
}

const entries = (...records: AuditEntry[]) => replying(listAuditEntries, aPage(records))
const open = (search: string, ...replies: Reply[]) =>
  renderPage(`/admin/audit-log${search}`, { user: anAdmin(), replies })
const lastQuery = (page: ReturnType<typeof open>) => page.server.callsTo(listAuditEntries).at(-1)?.query
const findRow = (name: RegExp) => screen.findByRole('row', { name })

test('an admin reads who did what, when, in its sheet to the second, and what the sentence does not say', async () => {
  const page = open(
    '',
    entries(ENTRY, {
      ...ENTRY,
      id: idOf(101),
      action: 'suspended',
      before: null,
      after: { reason: 'other' },
      note: 'Told by a hospital',
    }),
  )
  expect((await findRow(/made Nadia/)).textContent).toContain('Rafi Ahmed made Nadia Islam an admin')
  expect((await findRow(/made Nadia/)).textContent).toContain('Mar 5, 2026, 2:30 AM')
  expect((await findRow(/made Nadia/)).textContent).not.toContain('User → Admin')
  expect((await findRow(/suspended/)).textContent).toContain('Other')
  expect((await findRow(/suspended/)).textContent).toContain('Told by a hospital')
  const sheet = await openSheet(page.person, 'Rafi Ahmed made Nadia Islam an admin')
  sheet.getByText('2:30:05 AM')
  const menu = screen.getByRole('navigation', { name: 'Admin' })
  expect(within(menu).getByRole('link', { name: 'Audit Log' }).getAttribute('aria-current')).toBe('page')
})

test('filters are in the URL, so that they survive leaving the page and coming back', async () => {
  const page = open('', entries(ENTRY))
  await findRow(/made Nadia/)
  await page.person.selectOptions(screen.getByLabelText('Action'), 'Changed a role')
  await page.person.selectOptions(screen.getByLabelText('Record'), 'Users')
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-01' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-05' } })
  await page.person.type(screen.getByLabelText("Admin's name or email"), 'rafi')
  const chosen = {
    action: 'role-changed',
    type: 'user',
    from: '2026-03-01',
    to: '2026-03-05',
    search: 'rafi',
  }
  await waitFor(() => expect(lastQuery(page)).toMatchObject(chosen))
  expect(page.path()).toBe(`/admin/audit-log?${new URLSearchParams(chosen)}`)
  await page.person.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(lastQuery(page)).toEqual({ search: '', sort: 'at', order: 'desc' }))
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('')
})

test('a URL restores the filters, also for an export; invalid days and ids are ignored', async () => {
  const page = open(
    `?from=2026-03-01&to=soon&actor=${RAFI.id}&record=1`,
    entries(ENTRY),
    failing(exportAuditEntries),
  )
  await findRow(/made Nadia/)
  expect(lastQuery(page)).toMatchObject({ from: '2026-03-01', actor: RAFI.id })
  expect(Object.keys(lastQuery(page) ?? {})).not.toContain('to')
  expect(Object.keys(lastQuery(page) ?? {})).not.toContain('record')
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2026-03-01')
  screen.getByText('Only what Rafi Ahmed did.')
  await page.person.click(screen.getByRole('button', { name: /Export/ }))
  await screen.findByText(/^Failed to export the audit log\./)
  expect(page.server.callsTo(exportAuditEntries)[0]?.query).toMatchObject({
    from: '2026-03-01',
    actor: RAFI.id,
  })
})

test('an entry leads to all entries about its record, and from there back to all', async () => {
  const other = { ...ENTRY, id: idOf(102), record: { type: 'user', id: idOf(3), name: 'Tania Roy' } } as const
  const about = awaiting(entries(other))
  const page = open('', entries(ENTRY, other), about.reply)
  await page.person.click(
    (await openSheet(page.person, 'Rafi Ahmed made Tania Roy an admin')).getByRole('link', {
      name: 'This record',
    }),
  )
  // Also while they are fetched.
  await screen.findByText('Only entries about Tania Roy.')
  about.arrive()
  expect(lastQuery(page)).toMatchObject({ record: idOf(3) })
  await page.person.click(screen.getByRole('link', { name: 'Show all entries' }))
  await waitFor(() => expect(page.path()).toBe('/admin/audit-log'))
})

test('an act on many records is one line, which leads to each of them', async () => {
  const act = {
    ...ENTRY,
    action: 'donor-verified',
    record: { type: 'donor', id: idOf(4), name: 'Mitu Das' },
    before: { isVerified: false },
    after: { isVerified: true },
  } as const
  const page = open('', entries({ ...act, records: 62 }), entries(act))
  const sheet = await openSheet(page.person, 'Rafi Ahmed marked 62 donors as Verified')
  expect(screen.queryByRole('columnheader', { name: 'Change' }), 'a column without any text').toBeNull()
  await page.person.click(sheet.getByRole('link', { name: 'Each record' }))
  await findRow(/marked Mitu Das as Verified/)
  screen.getByText('Only what Rafi Ahmed did in one step.')
  expect(lastQuery(page)).toMatchObject({ act: ENTRY.id })
})

test('without entries, and without any that match, the page says so', async () => {
  open('', entries())
  await screen.findByText('No admin has changed anything yet.')
  cleanup()
  open('?action=suspended', entries())
  await screen.findByText('No entries match your search and filters.')
})
