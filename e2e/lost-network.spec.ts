import { expect } from '@playwright/test'
import { click } from './testing/click.ts'
import { LONG, test } from './testing/journey.ts'
import {
  builtFilesOf,
  expectLostRequests,
  SAVED_LIST,
  SAVED_USER,
  savedEntriesOf,
  setOffline,
  turnOnOfflineAccess,
} from './testing/offline.ts'
import {
  aBloodRequest,
  becomeMember,
  fillIn,
  formValues,
  newAddress,
  postBloodRequest,
  requestCardOf,
} from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

const WAITS = /^You're offline. Your request is kept in this tab and is sent as soon as you are back./

test('offline, the main pages open, and a request is kept and posted once the connection is back', async ({
  aVisitor,
}) => {
  const nadia = await aVisitor(PHONE)
  await becomeMember(nadia, newAddress('in-the-lift'))
  const lastOfMainPages = nadia.page.waitForResponse(/\/assets\/help-/)
  await nadia.open('/dashboard')
  await lastOfMainPages

  expectLostRequests(nadia)
  await setOffline(nadia, true)
  await nadia.sees('You are offline. What you type is kept.')
  nadia.expects(/^console Loading a page failed/)
  nadia.expects(/^console PageLoadFailure/)
  await click(nadia.page.getByRole('contentinfo').getByRole('link', { name: 'Account' }))
  await nadia.heading("This page isn't on your device yet")
  await nadia.press('Go back')
  await nadia.heading('Dashboard')
  await nadia.press('Menu')
  await nadia.follow('Post Request')
  await nadia.heading('Post a blood request')
  const bloodRequest = aBloodRequest('Rokeya Sultana')
  await fillIn(nadia, bloodRequest)
  await nadia.press('Post Request')
  await nadia.sees(WAITS)
  await nadia.press('Menu')
  await nadia.follow('View Requests')
  await nadia.heading('Blood Requests')
  await nadia.press('Menu')
  await nadia.follow('Post Request')
  await nadia.sees(WAITS)
  expect(await formValues(nadia, bloodRequest)).toEqual(bloodRequest)
  await nadia.press('Menu')
  await nadia.follow('Dashboard')
  await nadia.heading('Dashboard')

  await setOffline(nadia, false)
  await nadia.sees('Blood request submitted successfully!')
  const listed = () => requestCardOf(nadia, 'Rokeya Sultana').count()
  await expect.poll(listed, { timeout: 10_000 }).toBe(1)
})

test(
  'a connection that is lost while a page loads: the page says so, and loads the rest once it is back',
  LONG,
  async ({ aVisitor }) => {
    const nadia = await aVisitor(PHONE)
    await becomeMember(nadia, newAddress('in-the-tunnel'))
    expectLostRequests(nadia)
    nadia.expects(/^console Loading a page failed/)
    const rest = /\/assets\/background-/
    await nadia.page.route(rest, async route => {
      await setOffline(nadia, true)
      await route.abort()
    })
    await nadia.open('/dashboard')
    await nadia.sees('You are offline. What you type is kept.')

    await nadia.page.unroute(rest)
    const isLive = nadia.page.waitForRequest(/\/api\/live/)
    await setOffline(nadia, false)
    await nadia.sees("You're back online.")
    await isLive
  },
)

const article = requestCardOf

/** The page that the service worker has saved. */
const shellOf = ({ page }: Visitor): Promise<string | undefined> =>
  page.evaluate(async () => (await caches.match('/offline', { ignoreSearch: true }))?.text())

test(
  'without a connection, a member with offline access sees the saved list with its age, and can only call',
  LONG,
  async ({ aVisitor }) => {
    const nadia = await aVisitor(PHONE)
    await becomeMember(nadia, newAddress('with-offline-access'))
    await postBloodRequest(nadia, 'Hasina Parvin')
    await turnOnOfflineAccess(nadia)
    await nadia.open('/view-requests')
    await article(nadia, 'Hasina Parvin').waitFor()
    expect(await savedEntriesOf(nadia)).toEqual([SAVED_LIST, SAVED_USER])
    expect(await shellOf(nadia)).toContain('Verifying access...')
    expect(await shellOf(nadia)).not.toMatch(/Hasina|with-offline-access|id="page"/)

    expectLostRequests(nadia)
    await setOffline(nadia, true)
    await nadia.open('/view-requests')
    await nadia.heading('Saved on this device')
    await nadia.sees('You are offline. What you type is kept.')
    await nadia.sees(/As of \w+ \d+, \d{4}, \d+:\d\d [AP]M, (just now|\d+ minutes? ago)\./)
    const bloodRequest = article(nadia, 'Hasina Parvin')
    expect(await bloodRequest.getByRole('link', { name: 'Call 01812-345678' }).getAttribute('href')).toMatch(
      /^tel:/,
    )
    expect(await nadia.page.getByRole('main').getByRole('link').count()).toBe(
      await nadia.page.locator('main a[href^="tel:"]').count(),
    )
    expect(await bloodRequest.getByRole('button').count()).toBe(1)
    await click(bloodRequest.getByRole('button', { name: 'More' }))
    expect(await nadia.page.getByRole('menuitem').allTextContents()).toEqual(['Share', 'Copy number'])

    const karim = await aVisitor()
    await becomeMember(karim, newAddress('posting-meanwhile'))
    await postBloodRequest(karim, 'Delwar Hossain')
    await setOffline(nadia, false)
    await nadia.heading('Blood Requests')
    await nadia.sees("You're back online")
    await article(nadia, 'Delwar Hossain').waitFor()
    await bloodRequest.getByRole('button', { name: 'Mark as Fulfilled' }).waitFor()
  },
)

for (const [failure, patient] of [
  ['drops', 'Anwara Khanam'],
  ['stalls', 'Jorina Khanam'],
] as const)
  test(
    `when a connection ${failure} everything, the saved list is shown, and the page once it works again`,
    LONG,
    async ({ aVisitor, faultyProxy }) => {
      const nadia = await aVisitor(PHONE, { proxy: faultyProxy })
      await becomeMember(nadia, newAddress('no-connection'))
      await postBloodRequest(nadia, patient)
      await turnOnOfflineAccess(nadia)

      faultyProxy.fail(failure, /./)
      expectLostRequests(nadia)
      // As a mail program damages a link.
      await nadia.open('/find-donors%3FbloodGroup=AB+')
      await nadia.heading('Saved on this device')
      await article(nadia, patient).waitFor()
      faultyProxy.recover()
      await nadia.comesTo('/find-donors?bloodGroup=AB%2B')
      await nadia.heading('Find Donors')
      await nadia.sees("You're back online")
    },
  )

test(
  'a new build is active at the next visit, and the files of the old one are deleted',
  LONG,
  async ({ aVisitor, faultyProxy }) => {
    const nadia = await aVisitor(PHONE, { proxy: faultyProxy })
    await becomeMember(nadia, newAddress('new-build'))
    await turnOnOfflineAccess(nadia)
    const before = await builtFilesOf(nadia)
    const dropped = before.find(url => url.startsWith('/assets/register-donor-')) ?? ''
    expect(before.filter(url => url.startsWith('/offline?'))).toHaveLength(1)
    expect(dropped).not.toBe('')

    faultyProxy.changes(/^GET \/service-worker.js$/, text =>
      text
        .replace(/(url:.\/offline.,revision:.)[0-9a-f]{16}/, '$1feedfeedfeedfeed')
        .replace(new RegExp(`\\{url:.${dropped}.,revision:null\\},`), ''),
    )
    faultyProxy.changes(/^GET \/offline$/, html =>
      html.replace('name="description"', 'name="of-the-new-build"'),
    )
    await nadia.open('/dashboard')
    // The files of the old build are deleted one by one.
    await expect.poll(() => builtFilesOf(nadia)).not.toContain(dropped)
    const shells = async () => (await builtFilesOf(nadia)).filter(url => url.startsWith('/offline?'))
    await expect.poll(shells).toEqual(['/offline?__WB_REVISION__=feedfeedfeedfeed'])
    expect(await savedEntriesOf(nadia)).toEqual([SAVED_LIST, SAVED_USER])

    faultyProxy.fail('drops', /./)
    expectLostRequests(nadia)
    await nadia.open('/dashboard')
    await nadia.heading('Saved on this device')
    expect(await nadia.page.locator('meta[name="of-the-new-build"]').count()).toBe(1)
  },
)

test('a page whose script is cut off is reported with its type and address, and Reload loads it', async ({
  aVisitor,
  faultyProxy,
}) => {
  const person = await aVisitor(PHONE, { proxy: faultyProxy })
  // Whose browser saves data: no page is fetched before it is opened.
  await person.page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await person.open('/')
  faultyProxy.fail('drops', /^GET \/assets\/register-/)
  person.expects(/^lost GET \/assets\/register-/)
  // The console reports type and address as text and as values; React then reports the same error.
  const address = String.raw`http://localhost:\d+/assets/register-[\w-]+\.(js|css)`
  const report = String.raw`Loading a page failed\. \(error: ${address}\)`
  person.expects(new RegExp(String.raw`^console ${report} \{type: error, address: ${address}\}$`))
  person.expects(new RegExp(`^console PageLoadFailure: ${report}`))
  await person.follow('Become a Donor')
  await person.sees("This page couldn't be loaded.")
  faultyProxy.recover()
  await person.press('Reload')
  await person.heading('Create Account')
})
