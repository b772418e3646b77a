import { listBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import {
  closeBloodRequest,
  deleteBloodRequest,
  listActiveBloodRequests,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import { listDonors } from '@blood-bank/contract/donors/administration'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  aBloodRequest,
  aBloodRequestRecord,
  aDonorRecord,
  anAdmin,
  aPage,
  aUser,
  idOf,
} from '../testing/builders.ts'
import {
  chooseFromCard,
  chooseFromRow,
  chooseReason,
  confirmDialog,
  findRequestCard,
  menuOfCard,
  queryRequestCard,
  renderPage,
} from '../testing/render-page.tsx'
import { awaiting, failing, type Reply, replying } from '../testing/replies.ts'

const KARIM = aBloodRequest()
const MITU = aBloodRequest({ id: idOf(2), patientName: 'Mitu Das' })
const KARIM_RECORD = aBloodRequestRecord()
const MITU_RECORD = aBloodRequestRecord({ id: MITU.id, patientName: MITU.patientName })

const page = <T,>(...records: T[]) => aPage(records)
const FULFILLED = replying(closeBloodRequest, { ...KARIM, status: 'fulfilled' })
const DELETED = replying(deleteBloodRequest, undefined)

const onDashboard = (...replies: Reply[]) =>
  renderPage('/dashboard', {
    user: aUser(),
    replies: [
      ...replies,
      replying(readOwnDonor, { donor: null }),
      replying(listOwnBloodRequests, page(KARIM, MITU)),
    ],
  })

const onActiveList = (...replies: Reply[]) =>
  renderPage('/view-requests', {
    user: aUser(),
    replies: [...replies, replying(listActiveBloodRequests, page(KARIM, MITU))],
  })

const findCard = (name = 'Karim Uddin') => findRequestCard(name)
const queryCard = (name = 'Karim Uddin') => queryRequestCard(name)

/** Presses a button of Karim's request and confirms the dialog. */
async function confirmAction({ person }: ReturnType<typeof renderPage>, button: string) {
  await person.click(within(await findCard()).getByRole('button', { name: button }))
  await confirmDialog(person)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

test('a request is shown as fulfilled before the server replies, and keeps the focus', async () => {
  const { reply, arrive } = awaiting(FULFILLED)
  const opened = onDashboard(reply)
  await confirmAction(opened, 'Mark as Fulfilled')
  const card = within(await findCard())
  card.getByText('Fulfilled')
  await waitFor(() => expect(document.activeElement).toBe(card.getByRole('heading')))
  expect(screen.queryByText('The blood request was marked as fulfilled.')).toBeNull()
  arrive()
  await screen.findByText('The blood request was marked as fulfilled.')
})

test('a request is shown as deleted before the server replies', async () => {
  const { reply, arrive } = awaiting(DELETED)
  await confirmAction(onActiveList(reply), 'Delete')
  expect(queryCard()).toBeNull()
  await findCard('Mitu Das')
  screen.getByText('1 request')
  arrive()
  await screen.findByText('The blood request was deleted.')
})

test('a request whose closing fails returns to its place, with its buttons and the error', async () => {
  const { reply, arrive } = awaiting(failing(closeBloodRequest))
  await confirmAction(onActiveList(reply), 'Cancel Request')
  expect(queryCard()).toBeNull()
  arrive()
  const card = within(await findCard())
  expect((await card.findByRole('alert')).textContent).toBe(
    'Failed to update request status. Please try again.',
  )
  card.getByRole('button', { name: 'Cancel Request' })
  expect(screen.getAllByRole('article').map(each => each.textContent)[0]).toContain('Karim Uddin')
})

test('two actions that fail are both shown, each at its request', async () => {
  const [first, second] = [awaiting(failing(closeBloodRequest)), awaiting(failing(deleteBloodRequest))]
  const opened = onActiveList(first.reply, second.reply)
  await confirmAction(opened, 'Cancel Request')
  await opened.person.click(within(await findCard('Mitu Das')).getByRole('button', { name: 'Delete' }))
  await confirmDialog(opened.person)
  await waitFor(() => expect(queryCard('Mitu Das')).toBeNull())
  first.arrive()
  const karim = within(await findCard())
  expect((await karim.findByRole('alert')).textContent).toMatch(/^Failed to update request status/)
  expect(queryCard('Mitu Das'), 'a failure undoes another action').toBeNull()
  second.arrive()
  const mitu = within(await findCard('Mitu Das'))
  expect((await mitu.findByRole('alert')).textContent).toMatch(/^Failed to delete blood request/)
  expect(karim.getByRole('alert').textContent).toMatch(/^Failed to update request status/)
})

/** The lists from which a request is deleted or closed, and how its disappearance shows. */
const LISTS = [
  ['the dashboard', '/dashboard', listOwnBloodRequests],
  ['View Requests', '/view-requests', listActiveBloodRequests],
  ['Manage Requests', '/admin/requests', listBloodRequests],
] as const

test.each(LISTS)(
  'a request that is deleted while a live refresh runs leaves %s for good',
  async (_, path, endpoint) => {
    const deleted = awaiting(DELETED)
    const both = replying(endpoint, page(KARIM_RECORD, MITU_RECORD))
    const opened = renderPage(path, {
      user: path === '/admin/requests' ? anAdmin() : aUser(),
      replies: [deleted.reply, both, replying(readOwnDonor, { donor: null })],
    })
    await screen.findAllByText('Karim Uddin')
    if (path === '/admin/requests') await chooseFromRow(opened.person, 'Karim Uddin', 'Delete')
    else await opened.person.click(within(await findCard()).getByRole('button', { name: 'Delete' }))
    // Read before the change is committed, and answered before and after the reply to it.
    const [early, late] = [awaiting(both), awaiting(both)]
    opened.server.answer(early.reply)
    const refresh = opened.queryClient.refetchQueries()
    await screen.findByRole('alertdialog')
    await chooseReason(opened.person)
    await confirmDialog(opened.person)
    await waitFor(() => expect(screen.queryByText('Karim Uddin')).toBeNull())
    early.arrive()
    await refresh
    expect(screen.queryByText('Karim Uddin')).toBeNull()
    opened.server.answer(late.reply)
    void opened.queryClient.refetchQueries()
    await waitFor(() => expect(opened.queryClient.isFetching()).toBeGreaterThan(0))
    opened.server.answer(replying(endpoint, page(MITU_RECORD)))
    deleted.arrive()
    await screen.findByText('The blood request was deleted.')
    late.arrive()
    await waitFor(() => expect(opened.queryClient.isFetching()).toBe(0))
    expect(queryRequestCard('Karim Uddin')).toBeNull()
    expect(screen.queryByRole('row', { name: /Karim Uddin/ })).toBeNull()
    expect(screen.queryByText('No longer in this list')).toBeNull()
  },
)

test('a failed closing is shown on the page that the person went to', async () => {
  const { reply, arrive } = awaiting(failing(closeBloodRequest))
  const opened = onActiveList(reply)
  await confirmAction(opened, 'Cancel Request')
  await opened.person.click(screen.getByRole('link', { name: 'Home' }))
  await waitFor(() => expect(opened.path()).toBe('/'))
  arrive()
  await screen.findByText('Failed to update request status. Please try again.')
})

test('the deletion of the first request leaves the other cards as they are, and the next one has the focus', async () => {
  const opened = onDashboard(awaiting(DELETED).reply)
  const mitu = await findCard('Mitu Das')
  await confirmAction(opened, 'Delete')
  expect(queryCard()).toBeNull()
  expect(await findCard('Mitu Das')).toBe(mitu)
  await waitFor(() => expect(document.activeElement).toBe(within(mitu).getByRole('heading')))
})

const OTHERS = aBloodRequest({ userId: '0192f0c1-0000-7000-8000-000000000099' })
const TEXT = `AB− blood needed at City Hospital: 2 units, urgent. Sign in to help: ${window.location.origin}/view-requests?request=${OTHERS.id}`
const COPIED = 'Copied. Paste it where you want to share it.'

const openRequestsPage = () =>
  renderPage('/view-requests', {
    user: aUser(),
    replies: [replying(listActiveBloodRequests, aPage([OTHERS]))],
  })

const press = async ({ person }: ReturnType<typeof renderPage>, name: string) =>
  person.click(await screen.findByRole('button', { name }))
const choose = async ({ person }: ReturnType<typeof renderPage>, entry: string) =>
  chooseFromCard(person, await findRequestCard('Karim Uddin'), entry)
const clipboard = () => navigator.clipboard.readText()

/** Adds the system's share sheet, which the test environment lacks. */
const withShareSheet = (share: (data: ShareData) => Promise<void>) => {
  const sheet = vi.fn(share)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share: sheet }))
  return sheet
}

test('the number of a request can be copied, and a message confirms it', async () => {
  await choose(openRequestsPage(), 'Copy number')
  await screen.findByText('Copied 01712 345678.')
  expect(await clipboard()).toBe('01712 345678')
})

const ADMIN_LISTS = [
  {
    path: '/admin/donors',
    reply: replying(
      listDonors,
      aPage([aDonorRecord({ fullName: 'Abir Hossain', contactNumber: '01812-345678' })]),
    ),
    owner: 'Abir Hossain',
    number: '01812-345678',
  },
  {
    path: '/admin/requests',
    reply: replying(listBloodRequests, aPage([aBloodRequestRecord()])),
    owner: 'Rima Akter',
    number: '01712 345678',
  },
]

test.each(ADMIN_LISTS)(
  'an admin copies a number at $path with a button named after its owner',
  async list => {
    await press(
      renderPage(list.path, { user: anAdmin(), replies: [list.reply] }),
      `Copy the number of ${list.owner}`,
    )
    await screen.findByText(`Copied ${list.number}.`)
    expect(await clipboard()).toBe(list.number)
  },
)

test('when copying fails the page says so', async () => {
  const page = openRequestsPage()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
  await choose(page, 'Copy number')
  await screen.findByText("Your browser didn't allow copying. Select the text and copy it instead.")
})

test('a request is shared through the share sheet of the system', async () => {
  const page = openRequestsPage()
  const sheet = withShareSheet(async () => {})
  await choose(page, 'Share')
  expect(sheet).toHaveBeenCalledWith({ text: TEXT })
  expect(screen.queryByText(COPIED)).toBeNull()
})

test('closing the share sheet shares nothing and shows nothing', async () => {
  const page = openRequestsPage()
  withShareSheet(() => Promise.reject(new DOMException('Closed', 'AbortError')))
  await choose(page, 'Share')
  expect(screen.queryByText(COPIED)).toBeNull()
})

test('without a share sheet the text is copied', async () => {
  await choose(openRequestsPage(), 'Share')
  await screen.findByText(COPIED)
  expect(await clipboard()).toBe(TEXT)
})

test('a closed request is not shared', async () => {
  const { person } = renderPage('/view-requests', {
    user: aUser(),
    replies: [replying(listActiveBloodRequests, aPage([{ ...OTHERS, status: 'fulfilled' as const }]))],
  })
  const card = await findRequestCard('Karim Uddin')
  expect(await menuOfCard(person, card)).toEqual(['Copy number', 'Report'])
})
