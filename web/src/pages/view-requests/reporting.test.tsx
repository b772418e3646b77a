import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { reportBloodRequest } from '@blood-bank/contract/reports/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequest, aPage, aUser, idOf } from '../../testing/builders.ts'
import { chooseFromCard, findRequestCard, menuOfCard, renderPage } from '../../testing/render-page.tsx'
import { type Reply, refusing, replying } from '../../testing/replies.ts'

const FATEMA = aBloodRequest({ id: idOf(1), userId: idOf(2), patientName: 'Fatema Begum' })
const SENT = { kind: 'not-real', text: null, reportedAt: '2026-03-02T12:00:00.000Z' } as const

const open = (...replies: Reply[]) =>
  renderPage('/view-requests', {
    user: aUser(),
    replies: [
      replying(readOwnDonor, { donor: null }),
      replying(listActiveBloodRequests, aPage([FATEMA, aBloodRequest()])),
      ...replies,
    ],
  })

const findCard = async () => within(await findRequestCard('Fatema Begum'))

async function openDialog({ person }: ReturnType<typeof open>) {
  await chooseFromCard(person, await findRequestCard('Fatema Begum'), 'Report')
  return within(await screen.findByRole('dialog', { name: 'Report this request?' }))
}

test('a member reports a request of somebody else, which is still marked when they come back to it', async () => {
  const page = open(replying(reportBloodRequest, SENT))
  const dialog = await openDialog(page)
  dialog.getByText(/never learns who reported them/)
  await page.person.selectOptions(dialog.getByLabelText('What is wrong?'), 'Not real')
  await page.person.click(dialog.getByRole('button', { name: 'Send report' }))
  await (await findCard()).findByText('Reported')
  expect(page.server.callsTo(reportBloodRequest)).toMatchObject([
    { params: { id: FATEMA.id }, body: { kind: 'not-real', text: null } },
  ])
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('heading', { level: 3 })[0]))
  expect(await menuOfCard(page.person, await findRequestCard('Fatema Begum'))).not.toContain('Report')
  page.unmount()
  const { person } = open()
  await (await findCard()).findByText('Reported')
  expect(await menuOfCard(person, await findRequestCard('Fatema Begum'))).not.toContain('Report')
})

test('what was reported on another device is marked once the server says so', async () => {
  const page = open(refusing(reportBloodRequest, 'already-reported'))
  const dialog = await openDialog(page)
  await page.person.selectOptions(dialog.getByLabelText('What is wrong?'), 'Not real')
  await page.person.click(dialog.getByRole('button', { name: 'Send report' }))
  await dialog.findByText(/^You have reported this already\./)
  await page.person.click(dialog.getByRole('button', { name: 'Cancel' }))
  await (await findCard()).findByText('Reported')
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('heading', { level: 3 })[0]))
})

test('"Something else" needs a text, and a refusal is shown beside what was typed', async () => {
  const page = open(refusing(reportBloodRequest, 'account-too-new'))
  const dialog = await openDialog(page)
  await page.person.selectOptions(dialog.getByLabelText('What is wrong?'), 'Something else')
  await page.person.click(dialog.getByRole('button', { name: 'Send report' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Please write what happened\./)
  await page.person.type(dialog.getByLabelText('What happened'), 'It is a joke.')
  await page.person.click(dialog.getByRole('button', { name: 'Send report' }))
  await dialog.findByText(/^Your account is too new to report\./)
  expect(dialog.getByLabelText<HTMLTextAreaElement>('What happened').value).toBe('It is a joke.')
})

test('the list says once that nobody pays, and that the hospital tests', async () => {
  open()
  await findCard()
  expect(screen.getAllByText(/Never pay|The hospital tests/).map(({ textContent }) => textContent)).toEqual([
    'Never pay or ask for money.',
    'The hospital tests and cross-matches every unit.',
  ])
})
