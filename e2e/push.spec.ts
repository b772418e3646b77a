import { type PushService, startPushService } from '@blood-bank/server/testing/push-service'
import { expect } from '@playwright/test'
import { check } from './testing/click.ts'
import { type AVisitor, test as journey } from './testing/journey.ts'
import { waitUntil } from './testing/mailbox.ts'
import { workersOf } from './testing/offline.ts'
import { sharedProduct } from './testing/product.ts'
import { endpointOf, subscribeAt, watchNotifications } from './testing/push.ts'
import {
  becomeDonor,
  becomeMember,
  newAddress,
  openAccountRow,
  postBloodRequest,
  signOut,
} from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

/** No other test has requests of this group. */
const GROUP = 'A+'

/** `pushService` is where the product sends push messages. */
const test = journey.extend<{ pushService: PushService }>({
  async pushService({}, use) {
    const pushService = await startPushService({ port: sharedProduct.pushPort })
    await use(pushService)
    await pushService.close()
  },
})

/** A donor of the group who is asked as often as needed, with the dashboard open. */
async function aDonor(aVisitor: AVisitor, pushService: PushService): Promise<Visitor> {
  const donor = await aVisitor(PHONE)
  await subscribeAt(pushService, donor)
  await becomeDonor(donor, { fullName: 'Shirin Sultana', bloodGroup: GROUP })
  return donor
}

/** Turns on notifications, after coming to the page by a link: it is loaded again, and continues by itself. */
async function turnOnNotifications(donor: Visitor) {
  await donor.open('/dashboard')
  await donor.follow('Account')
  await openAccountRow(donor, 'Alerts')
  await check(donor.field('As often as needed (at most 7 a week)'))
  await donor.sees('As often as needed (at most 7 a week).')
  await check(donor.field('Also at night, for urgent requests'))
  await donor.press('Turn on notifications')
  await donor.page.getByRole('button', { name: 'Turn off notifications' }).waitFor()
}

const post = (requester: Visitor, patientName: string, hospitalName: string) =>
  postBloodRequest(requester, patientName, {
    requiredBloodGroup: GROUP,
    hospitalName,
    contactPerson: 'Mahbub Alam',
  })

/** Waits for the message about a hospital, as the server encrypted it for the donor's browser. */
const messageAbout = ({ received }: PushService, hospital: string): Promise<string> =>
  waitUntil(() => received.find(({ text }) => text.includes(hospital))?.text)

test('a donor turns on notifications, declines one request with a press, and offers to donate for another', async ({
  aVisitor,
  pushService,
}) => {
  const donor = await aDonor(aVisitor, pushService)
  await turnOnNotifications(donor)
  expect(await donor.page.evaluate(() => caches.keys())).toContain('push-device')
  const notifications = await watchNotifications(donor)
  await donor.press('Send me a test alert')
  const shown = await notifications.deliver(await messageAbout(pushService, 'This is a test'))
  expect(shown).toMatchObject({ title: expect.stringMatching(/^Test alert/), data: { token: null } })
  expect(await notifications.press()).toEqual(['/account#alerts'])

  const requester = await aVisitor()
  await becomeMember(requester, newAddress('mahbub'))
  await post(requester, 'Abdul Karim', 'Ibn Sina Hospital')
  const first = await messageAbout(pushService, 'Ibn Sina Hospital')
  expect(first).not.toMatch(/Karim|Mahbub|Shirin|01812|01711/)
  const declined = await notifications.deliver(first)
  expect(declined).toEqual({
    title: 'A+ needed today',
    body: 'Ibn Sina Hospital, 2 units',
    tag: expect.stringMatching(/^[\w-]{32}$/),
    data: { token: expect.stringMatching(/^[\w-]{43}$/) },
    actions: [expect.objectContaining({ action: 'decline', title: 'Not this time' })],
  })
  expect(await notifications.press('decline')).toEqual([])
  const page = await donor.anotherTab()
  await page.open(`/answer#token=${declined.data.token}`)
  await page.sees('Another donor is asked in your place, and nobody is told that you declined.')

  await post(requester, 'Jahanara Begum', 'Labaid Hospital')
  await notifications.deliver(await messageAbout(pushService, 'Labaid Hospital'))
  const [address = ''] = await notifications.press()
  expect(address).toMatch(/^\/answer#token=/)
  const answer = await donor.anotherTab()
  await answer.open(address)
  await answer.heading('A+ blood is needed')
  await answer.press('I can donate')
  await answer.sees(/^Thank you, .* They are waiting for you\.$/)
  // The browser is known as the donor's.
  await answer.page.getByRole('link', { name: /^Call Mahbub Alam/ }).waitFor()
  await requester.open('/dashboard')
  await requester.page
    .getByRole('article', { name: 'Jahanara Begum' })
    .getByText(/^Shirin Sultana .* can come\./)
    .waitFor()

  expect(await endpointOf(donor)).toContain(pushService.origin)
  await signOut(donor)
  expect([await endpointOf(donor), await workersOf(donor)]).toEqual([null, 0])
  expect(pushService.faults).toEqual([])
})
