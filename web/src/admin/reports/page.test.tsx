import * as cases from '@blood-bank/contract/reports/cases'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAdmin, aPage, aReport, aReportCase, idOf } from '../../testing/builders.ts'
import { renderPage, wholeText } from '../../testing/render-page.tsx'
import { type Reply, refusing, replying } from '../../testing/replies.ts'

const HIDDEN = aReportCase()
const listing = (...records: cases.ReportCase[]) => replying(cases.listReportCases, aPage(records))
const caseOf = (reported: cases.ReportCase) => [
  replying(cases.readReportCase, reported),
  replying(cases.listReportsOfCase, aPage([aReport()])),
  replying(cases.listNotesOfCase, { notes: [] }),
]
const CLEARED = {
  decision: 'cleared',
  reason: 'nothing-wrong',
  decidedAt: '2026-03-03T09:00:00.000Z',
} as const

const open = (path = '/admin/reports', ...replies: Reply[]) =>
  renderPage(path, { user: anAdmin(), replies: [listing(HIDDEN), ...caseOf(HIDDEN), ...replies] })

async function openCase(...replies: Reply[]) {
  const page = open('/admin/reports', ...replies)
  await page.person.click(await screen.findByRole('button', { name: 'Open' }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: /^Reports about/ })) }
}

async function decide(choice: string, reason: string, ...replies: Reply[]) {
  const page = await openCase(...replies)
  const choices = within(await page.dialog.findByRole('radiogroup', { name: 'What do you decide?' }))
  await page.person.click(choices.getByRole('radio', { name: choice }))
  await page.person.selectOptions(page.dialog.getByLabelText('Reason'), reason)
  await page.person.type(page.dialog.getByLabelText('Note'), 'I called the ward.')
  await page.person.click(page.dialog.getByRole('button', { name: 'Decide' }))
  return page
}

test('a waiting case says what was reported, how often, and what that has caused', async () => {
  open()
  const row = within(await screen.findByRole('row', { name: /Request for/ }))
  for (const text of ['Not real: 2, Asked me for money: 1', 'Waiting', 'Hidden, Cannot post'])
    row.getByText(text)
  row.getByText('The hospital does not know the patient.')
  row.getByText('owner@campus.edu')
})

test('a request that stays shown although enough members have reported it is marked, with the reason', async () => {
  const bloodRequest = {
    ...HIDDEN.bloodRequest,
    hiddenAt: null,
    isMarked: true,
  } as typeof HIDDEN.bloodRequest
  const marked = aReportCase({ bloodRequest })
  const { person } = renderPage('/admin/reports', {
    user: anAdmin(),
    replies: [
      listing(marked),
      replying(cases.readReportCase, marked),
      replying(cases.listReportsOfCase, aPage([aReport({ countsByItself: false })])),
      replying(cases.listNotesOfCase, { notes: [] }),
    ],
  })
  within(await screen.findByRole('row', { name: /Request for/ })).getByText(/, Still shown/)
  await person.click(await screen.findByRole('button', { name: 'Open' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Reports about/ }))
  dialog.getByText(/a donor whom the club trusts has offered\.$/)
  await dialog.findByText("Doesn't count toward hiding")
})

test('an admin reads the reports, and clears them with a reason', async () => {
  const { server } = await decide(
    'Keep the request',
    'Nothing is wrong',
    replying(cases.clearReportCase, aReportCase({ decision: CLEARED })),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.callsTo(cases.clearReportCase)).toMatchObject([
    {
      params: { id: HIDDEN.id },
      body: { reason: 'nothing-wrong', note: 'I called the ward.', reports: 3 },
    },
  ])
  await screen.findByText('Cleared')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Open'))
})

test('whoever decides second is told that another admin was faster, and sees the decision', async () => {
  const { dialog } = await decide(
    'Remove the request',
    'Not real',
    refusing(cases.upholdReportCase, 'reports-already-decided'),
    replying(cases.readReportCase, aReportCase({ decision: CLEARED })),
    listing(),
  )
  const decision = await dialog.findByText(wholeText(/^Cleared on Mar 3, 2026/))
  expect(dialog.queryByRole('radiogroup')).toBeNull()
  await dialog.findByText(/^Another admin has already decided\./)
  expect(document.activeElement?.contains(decision)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('the person of a case is suspended with a reason', async () => {
  const suspended = { ...CLEARED, decision: 'suspended', reason: 'harassment' } as const
  const { server } = await decide(
    'Remove it, and suspend owner@campus.edu',
    'Harassing people',
    replying(cases.suspendReportedPerson, aReportCase({ decision: suspended })),
  )
  await screen.findByText('Suspended')
  expect(server.callsTo(cases.suspendReportedPerson)).toMatchObject([{ body: { reason: 'harassment' } }])
})

test('one choice decides: what follows is announced, and the reason is what most reports say', async () => {
  const { dialog, person, server } = await openCase(
    replying(
      cases.upholdReportCase,
      aReportCase({ decision: { ...CLEARED, decision: 'upheld', reason: 'not-real' } }),
    ),
  )
  const choices = within(await dialog.findByRole('radiogroup', { name: 'What do you decide?' }))
  expect(choices.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'Keep the request',
    'Remove the request',
    'Remove it, and suspend owner@campus.edu',
  ])
  await person.click(dialog.getByRole('button', { name: 'Decide' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Please select what you decide.')
  await person.click(choices.getByRole('radio', { name: 'Remove the request' }))
  expect(dialog.getByText(/^The request is cancelled, its owner gets an email/).getAttribute('role')).toBe(
    'status',
  )
  await person.click(dialog.getByRole('button', { name: 'Decide' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.callsTo(cases.upholdReportCase)).toMatchObject([{ body: { reason: 'not-real', reports: 3 } }])
})

test('the reports about a person are right or wrong, and nobody is suspended twice', async () => {
  const { person: reported } = HIDDEN
  const about = aReportCase({
    subject: 'person',
    requiredBloodGroup: null,
    bloodRequest: null,
    person: reported && { ...reported, isSuspended: true },
  })
  const { person } = renderPage('/admin/reports', {
    user: anAdmin(),
    replies: [listing(about), ...caseOf(about)],
  })
  await person.click(await screen.findByRole('button', { name: 'Open' }))
  const choices = within(await screen.findByRole('radiogroup', { name: 'What do you decide?' }))
  expect(choices.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'The reports are wrong',
    'The reports are right',
  ])
})

test('an admin sees who reported, and ignores one report; the others still wait', async () => {
  const { dialog, person, server } = await openCase(
    replying(cases.dismissReport, aReportCase({ reports: 2, kinds: [{ kind: 'not-real', reports: 2 }] })),
    replying(cases.listReportsOfCase, aPage([aReport({ dismissedAt: '2026-03-03T09:00:00.000Z' })])),
  )
  await dialog.findByText(/reporter@campus\.edu \(2 reports ignored\)/)
  await person.click(dialog.getByRole('button', { name: 'Ignore this report' }))
  await person.click(dialog.getByRole('button', { name: 'Back' }))
  const ignore = dialog.getByRole('button', { name: 'Ignore this report' })
  await waitFor(() => expect(document.activeElement).toBe(ignore))
  await person.click(ignore)
  await person.selectOptions(dialog.getByLabelText('Reason'), 'Made in bad faith')
  await person.click(dialog.getByRole('button', { name: 'Ignore report' }))
  await dialog.findByText('Ignored')
  expect(server.callsTo(cases.dismissReport)).toMatchObject([
    { params: { id: idOf(61) }, body: { reason: 'malicious' } },
  ])
  dialog.getByRole('radio', { name: 'Remove the request' })
})

test('a case that another admin decides meanwhile stays in its place, and opens with the decision', async () => {
  const later = aReportCase({ id: idOf(70), subject: 'person', requiredBloodGroup: null, bloodRequest: null })
  const { person } = renderPage('/admin/reports', {
    user: anAdmin(),
    replies: [listing(HIDDEN, later), listing(later), ...caseOf(aReportCase({ decision: CLEARED }))],
  })
  const row = await screen.findByRole('row', { name: /Request for/ })
  // As when the person returns to the tab.
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await within(row).findByText('No longer in this list')
  expect(screen.getAllByRole('button', { name: 'Open' })).toHaveLength(2)
  await person.click(within(row).getByRole('button', { name: 'Open' }))
  await screen.findByText(wholeText(/^Cleared on Mar 3, 2026/))
  expect(screen.queryByRole('radiogroup')).toBeNull()
})

test('handled cases are found by a filter, and cannot be decided again', async () => {
  const handled = aReportCase({ decision: CLEARED, bloodRequest: null })
  const { person, server, path } = renderPage('/admin/reports', {
    user: anAdmin(),
    replies: [listing(HIDDEN), listing(handled), ...caseOf(handled)],
  })
  await screen.findByRole('row', { name: /Request for/ })
  await person.selectOptions(screen.getByLabelText('State'), 'Handled')
  await screen.findByText('Cleared')
  expect(path()).toBe('/admin/reports?state=handled')
  expect(server.callsTo(cases.listReportCases).at(-1)?.query).toMatchObject({ state: 'handled' })
  await person.click(screen.getByRole('button', { name: 'Open' }))
  const dialog = within(await screen.findByRole('dialog', { name: /\(deleted\)$/ }))
  await dialog.findByText(wholeText(/^Cleared on Mar 3, 2026/))
  expect(dialog.queryByRole('radiogroup')).toBeNull()
})
