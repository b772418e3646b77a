import { readSharedBloodRequest } from '@blood-bank/contract/blood-requests/share-pages'
import { replying } from '@blood-bank/web/testing/replies'
import { expect } from '@playwright/test'
import { type AVisitor, LONG, test } from './testing/journey.ts'
import { recordShifts, shiftOf } from './testing/layout-shifts.ts'
import { stubReplies } from './testing/page-states/open.ts'
import { sharedProduct } from './testing/product.ts'
import {
  becomeAdmin,
  becomeDonor,
  becomeMember,
  newAddress,
  offerByCall,
  PASSWORD,
  postBloodRequest,
  requestCardOf,
  signInByCall,
} from './testing/steps.ts'
import { type Connection, PHONE, type Visitor } from './testing/visitor.ts'

/** Records the text of the page whenever it changes. */
const recordTexts = ({ page }: Visitor) =>
  page.addInitScript(() => {
    const texts = new Set<string>()
    Object.assign(window, { texts })
    new MutationObserver(() => texts.add(document.querySelector('main')?.innerText ?? '')).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
const textsOf = ({ page }: Visitor) =>
  page.evaluate(() => [...(window as unknown as { texts: Set<string> }).texts].filter(text => text !== ''))

/** Holds back the scripts of pages, which do not finish loading until then. @returns lets them run */
async function holdScripts({ page }: Visitor): Promise<() => void> {
  let run = () => {}
  const mayRun = new Promise<void>(resolve => {
    run = resolve
  })
  await page.route('**/index-*.js', route => mayRun.then(() => route.continue()))
  return () => run()
}

/** Waits until the scripts have taken over the sign-in form. */
const isReadyToSignIn = ({ page }: Visitor) =>
  page.getByRole('button', { name: 'Sign In', exact: true }).and(page.locator(':enabled')).waitFor()

/** Opens a page whose scripts are held. */
const openBeforeScripts = ({ page }: Visitor, path: string) => page.goto(path, { waitUntil: 'commit' })

/** A member with a donor profile. */
async function aDonor(aVisitor: AVisitor, fullName: string, viewport = PHONE) {
  const donor = await aVisitor(viewport)
  await becomeDonor(donor, { fullName, bloodGroup: 'B+', allowContactVisibility: true })
  return donor
}

/** An owner of a request, for which a donor has offered to donate. */
async function anOwner(aVisitor: AVisitor, patient: string, connection: Partial<Connection> = {}) {
  const owner = await aVisitor(PHONE, connection)
  await becomeMember(owner, newAddress('owner'))
  await postBloodRequest(owner, patient)
  const donor = await aDonor(aVisitor, `Donor of ${patient}`)
  await offerByCall(donor, patient)
  return { owner, donor }
}

test('without any script, pages have their answer: numbers to call, requests, donors, and links that work', async ({
  aVisitor,
}) => {
  const patient = 'Hasina Unscripted'
  const { owner } = await anOwner(aVisitor, patient, { hasScripts: false })
  const { page } = owner
  await page.goto('/dashboard')
  const call = page.getByRole('link', { name: `Call Donor of ${patient} 01712-345678` })
  expect(await call.getAttribute('href')).toMatch(/^tel:\d+$/)
  await owner.follow('View Requests')
  await owner.heading('Blood Requests')
  await requestCardOf(owner, patient).waitFor()
  await page.goto('/find-donors?bloodGroup=B%2B')
  await page
    .getByRole('article')
    .filter({ hasText: `Donor of ${patient}` })
    .waitFor()
})

test(
  'without scripts a phone says so first, and shows the entries of the menu, and no button that does nothing',
  LONG,
  async ({ aVisitor }) => {
    const phone = await aVisitor(PHONE, { hasScripts: false })
    await phone.page.goto('/login')
    await expect(phone.page.locator('noscript')).toBeInViewport()
    await phone.page.goto('/help')
    await phone.page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(await phone.page.getByRole('button', { name: 'Menu' }).count()).toBe(0)
  },
)

test('the menu opens before the scripts run, and stays open; Escape and a link close it', async ({
  aVisitor,
}) => {
  const phone = await aVisitor(PHONE)
  const { page } = phone
  const runScripts = await holdScripts(phone)
  await openBeforeScripts(phone, '/help')
  await phone.press('Menu')
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })
  await entry.waitFor()
  runScripts()
  await page.locator('[data-loaded]').waitFor()
  expect(await entry.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await entry.waitFor({ state: 'hidden' })
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  await phone.press('Menu')
  await entry.click()
  await phone.heading('Sign In')
  expect(await entry.isVisible()).toBe(false)
})

test('what somebody typed before the scripts ran stays beside the icon of a password manager', async ({
  aVisitor,
}) => {
  const rima = await aVisitor(PHONE)
  // React reports that the page differs from what was built.
  await rima.page.addInitScript(() =>
    addEventListener('error', event => {
      if (event.message.includes('#418')) event.preventDefault()
    }),
  )
  const runScripts = await holdScripts(rima)
  await openBeforeScripts(rima, '/login')
  await rima.field('Email').fill('rima@campus.edu')
  await rima.field('Password').fill(PASSWORD)
  const typedInto = await rima.field('Password').elementHandle()
  await rima.field('Email').evaluate(field => field.after(document.createElement('div')))
  runScripts()
  await rima.page.locator('[data-loaded]').waitFor()
  expect(await typedInto?.evaluate(({ isConnected }) => isConnected), 'the page was rendered anew').toBe(
    false,
  )
  expect(await rima.field('Email').inputValue()).toBe('rima@campus.edu')
  expect(await rima.field('Password').inputValue()).toBe(PASSWORD)
  await expect(rima.field('Password')).toBeFocused()
})

test('while a page loads, nobody sees a page that is not theirs, and what is there stays', async ({
  aVisitor,
}) => {
  const karim = await aVisitor(PHONE)
  await recordTexts(karim)
  await karim.open('/dashboard')
  await karim.comesTo('/login')
  await karim.sees('Please log in to view your dashboard.')
  await isReadyToSignIn(karim)
  for (const text of await textsOf(karim))
    expect(text).toMatch(/^Sign In\s+Please log in to view your dashboard\./)

  await becomeMember(karim, newAddress('karim'))
  await karim.open('/dashboard')
  await karim.page.getByRole('heading', { name: 'My Donor Profile' }).waitFor()
  for (const text of await textsOf(karim)) expect(text).toMatch(/^Dashboard/)
})

test('a page whose session has ended since it was sent is left, and nothing of it stays', async ({
  aVisitor,
}) => {
  const karim = await aDonor(aVisitor, 'Karim Backdoor')
  karim.expects(/^401 GET \/api\/live/)
  const runScripts = await holdScripts(karim)
  await openBeforeScripts(karim, '/dashboard')
  await karim.sees('Karim Backdoor')
  await karim.context.clearCookies()
  runScripts()
  await karim.comesTo('/login')
  await karim.sees('Your session has ended. Please sign in again.')
  expect(await karim.page.content()).not.toContain('Backdoor')
})

/** The stream of live updates, which tells what others do meanwhile, and donors of other groups. */
const LEFT_TO_BROWSER = /\/api\/(live|donors\/compatible)/

/** The calls of a page for what could have come with it. */
function recordCalls({ page }: Visitor): string[] {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/') && !LEFT_TO_BROWSER.test(pathname)) calls.push(pathname + search)
  })
  return calls
}

/**
 * How far a page moves once its scripts run. Its font is there before: until it is loaded, text is a little wider or narrower.
 * @param isDone waits for what they do last
 */
async function shiftByScripts(
  visitor: Visitor,
  path: string,
  isDone: () => Promise<unknown>,
): Promise<number> {
  const { page } = visitor
  const runScripts = await holdScripts(visitor)
  await openBeforeScripts(visitor, path)
  await page.locator('main h1').waitFor()
  await page.waitForFunction(() => document.fonts.check('1em Figtree'))
  const before = await shiftOf(visitor)
  const done = isDone()
  runScripts()
  await done
  return (await shiftOf(visitor)) - before
}

for (const [width, details] of [
  [390, {}],
  [1280, LONG],
] as const)
  test(
    `at ${width} px nothing moves when the scripts of a page arrive, and nothing on it is asked for again`,
    details,
    async ({ aVisitor }) => {
      const viewport = { width, height: 800 }
      const { owner, donor } = await anOwner(aVisitor, 'Rokeya Begum')
      await owner.page.setViewportSize(viewport)
      await donor.page.setViewportSize(viewport)
      const admin = await aVisitor(viewport)
      await becomeAdmin(admin, sharedProduct.dataDir, newAddress('chief'))
      for (const [person, paths] of [
        [owner, ['/dashboard', '/post-request']],
        [donor, ['/dashboard', '/view-requests', '/find-donors?bloodGroup=B%2B']],
        [admin, ['/admin/overview']],
      ] as const) {
        await recordShifts(person)
        await person.page.route(LEFT_TO_BROWSER, () => {})
        const calls = recordCalls(person)
        for (const path of paths) {
          calls.length = 0
          expect(
            await shiftByScripts(person, path, () => person.page.waitForRequest('**/api/live*')),
            path,
          ).toBe(0)
          expect(calls, path).toEqual([])
        }
      }
      const visitor = await aVisitor(viewport)
      await recordShifts(visitor)
      const isReady = () => visitor.page.locator('main form button[type="submit"]:enabled').waitFor()
      expect(await shiftByScripts(visitor, '/login', isReady), '/login').toBe(0)
    },
  )

test('a reminder is there before the scripts, and moves nothing', LONG, async ({ aVisitor }) => {
  const karim = await aVisitor(PHONE)
  const email = newAddress('karim')
  await karim.post('/api/accounts', { email, password: PASSWORD })
  await signInByCall(karim, email)
  await recordShifts(karim)
  const banner = karim.page.getByRole('region', { name: 'Email not verified' })
  for (const path of ['/', '/dashboard']) {
    const runScripts = await holdScripts(karim)
    await openBeforeScripts(karim, path)
    await banner.waitFor()
    const resend = banner.getByRole('button', { name: 'Resend Verification Email' })
    expect(await resend.isDisabled(), 'no press is lost').toBe(true)
    runScripts()
    await expect(resend).toBeEnabled()
    await banner.getByText('karim').first().waitFor()
    await karim.page.locator('[data-loaded]').waitFor()
    expect(await shiftOf(karim)).toBeLessThan(0.01)
    expect(await banner.evaluate(({ clientHeight }) => clientHeight), 'one line').toBeLessThan(60)
  }
})

test(
  'a page in which somebody types stays while the script of a reminder loads',
  LONG,
  async ({ aVisitor }) => {
    const nadia = await aVisitor()
    const email = newAddress('nadia')
    await nadia.post('/api/accounts', { email, password: PASSWORD })
    let loadReminder = () => {}
    const mayLoad = new Promise<void>(resolve => {
      loadReminder = resolve
    })
    await nadia.context.route('**/assets/reminders-*.js', async route => {
      await mayLoad
      await route.continue()
    })
    await nadia.open('/forgot-password')
    const field = nadia.page.getByRole('textbox', { name: 'Email' })
    await field.fill('nad')
    // In another tab; the page learns of it.
    await signInByCall(nadia, email)
    const asked = nadia.page.waitForRequest('**/assets/reminders-*.js')
    await nadia.page.evaluate(() => new BroadcastChannel('session').postMessage('changed'))
    await asked
    await nadia.page.keyboard.type('ia')
    expect(await field.inputValue()).toBe('nadia')
    loadReminder()
    await nadia.page.getByRole('region', { name: 'Email not verified' }).waitFor()
    await nadia.page.keyboard.type('h')
    expect(await field.inputValue()).toBe('nadiah')
  },
)

for (const [form, path, text] of [
  ['sign-in', '/view-requests', 'Sign in to help'],
  ['registration', '/register', 'is waiting. You come back to it.'],
] as const)
  test(
    `the ${form} form stays in its place when the page learns why somebody was sent there`,
    LONG,
    async ({ aVisitor }) => {
      const karim = await aVisitor(PHONE)
      await stubReplies(karim.page, [
        replying(readSharedBloodRequest, {
          requiredBloodGroup: 'O+',
          component: 'blood',
          hospital: 'Dhaka Medical College Hospital',
        }),
      ])
      const runScripts = await holdScripts(karim)
      const request = '00000000-0000-4000-8000-000000000000'
      await openBeforeScripts(karim, `${path}?request=${request}&shared=${'a'.repeat(26)}`)
      await karim.heading(form === 'sign-in' ? 'Sign In' : 'Create Account')
      const before = await karim.field('Email').boundingBox()
      runScripts()
      await karim.sees(text)
      expect(await karim.field('Email').boundingBox()).toEqual(before)
    },
  )
