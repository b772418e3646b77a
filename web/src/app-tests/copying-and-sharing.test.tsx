import { listActiveBloodRequests, listBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { listDonors } from '@blood-bank/contract/donors/endpoints'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  aBloodRequest,
  aBloodRequestRecord,
  aDonorRecord,
  anAdmin,
  aPage,
  aUser,
} from '../testing/builders.ts'
import { chooseFromCard, findRequestCard, menuOfCard, renderPage } from '../testing/render-page.tsx'
import { replying } from '../testing/replies.ts'

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
