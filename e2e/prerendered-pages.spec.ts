import { expect } from '@playwright/test'
import { LONG, test } from './testing/journey.ts'
import { recordShifts, shiftOf } from './testing/layout-shifts.ts'
import { becomeMember, newAddress, PASSWORD, signInByCall, waitForEmptyDashboard } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

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

/** Holds back the scripts of pages. @returns lets them run */
async function holdScripts({ page }: Visitor): Promise<() => void> {
  let run = () => {}
  const mayRun = new Promise<void>(resolve => {
    run = resolve
  })
  await page.route('**/index-*.js', route => mayRun.then(() => route.continue()))
  return () => run()
}

test('pages of a member can be read before any script runs, and are then filled with content', async ({
  aVisitor,
}) => {
  const rima = await aVisitor(PHONE)
  await becomeMember(rima, newAddress('rima'))
  await rima.page.route('**/*.js', route => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await rima.page.goto('/find-donors')
  await rima.heading('Find Donors')
  await rima.sees("Choose the patient's blood group.")
  await rima.sees('Verifying access...')
  await rima.field('Blood Group').selectOption('A+')
  expect(await rima.page.getByRole('button', { name: 'Search' }).isDisabled()).toBe(true)
  expect(await rima.page.title()).toBe('Find Donors · University Blood Bank')
  await rima.page.goto('/view-requests')
  await rima.sees('Never pay or ask for money.')
  expect(await rima.page.content()).not.toContain('rima')
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
  await page.goto('/help')
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

test('what somebody chose before the scripts ran is taken over', LONG, async ({ aVisitor }) => {
  const rima = await aVisitor(PHONE)
  await becomeMember(rima, newAddress('rima'))
  const runScripts = await holdScripts(rima)
  await rima.page.goto('/find-donors')
  await rima.field('Blood Group').selectOption('AB-')
  runScripts()
  await rima.press('Search')
  await rima.comesTo('/find-donors?bloodGroup=AB-')
})

test(
  'what somebody typed before the scripts ran stays beside the blood group of the link',
  LONG,
  async ({ aVisitor }) => {
    const rima = await aVisitor(PHONE)
    await becomeMember(rima, newAddress('rima'))
    const runScripts = await holdScripts(rima)
    await rima.page.goto('/post-request?bloodGroup=AB-')
    await rima.field('Patient Name').fill('Jamila Khatun')
    runScripts()
    await expect.poll(() => rima.field('Blood Group').inputValue()).toBe('AB-')
    expect(await rima.field('Patient Name').inputValue()).toBe('Jamila Khatun')
  },
)

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
  await rima.page.goto('/login')
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
  await karim.page
    .getByRole('button', { name: 'Sign In', exact: true })
    .and(karim.page.locator(':enabled'))
    .waitFor()
  for (const text of await textsOf(karim))
    expect(text).toMatch(/^Sign In\s+Please log in to view your dashboard\./)

  await becomeMember(karim, newAddress('karim'))
  await karim.open('/dashboard')
  await karim.page.getByRole('heading', { name: 'My Donor Profile' }).waitFor()
  for (const text of await textsOf(karim)) expect(text).toMatch(/^Dashboard/)
})

test('a page that was sent to somebody else is corrected, and shows nothing of theirs', async ({
  aVisitor,
}) => {
  const karim = await aVisitor()
  await becomeMember(karim, newAddress('karim'))
  // As from the history of the browser after signing out.
  const old = await (await karim.page.request.get('/dashboard')).text()
  // The page of the member would notice that its session is missing.
  await karim.page.goto('about:blank')
  await karim.context.clearCookies()
  await karim.page.route('**/dashboard', route => route.fulfill({ contentType: 'text/html', body: old }))
  await recordTexts(karim)
  await karim.open('/dashboard')
  await karim.comesTo('/login')
  await karim.sees('Please log in to view your dashboard.')
  for (const text of await textsOf(karim)) expect(text).not.toContain('My Donor Profile')
})

test('what is there does not move while the rest of the page loads', async ({ aVisitor }) => {
  const rima = await aVisitor(PHONE)
  await becomeMember(rima, newAddress('rima'))
  await recordShifts(rima)
  // The reply that decides how high the first section is comes last.
  const others = ['**/api/offers/mine*', '**/api/blood-requests/mine*'].map(address =>
    rima.page.waitForResponse(address),
  )
  await rima.page.route('**/api/donors/mine', route => Promise.all(others).then(() => route.continue()))
  await rima.open('/dashboard')
  await waitForEmptyDashboard(rima)
  expect(await shiftOf(rima)).toBeLessThan(0.01)

  const frame = await (await rima.page.request.get('/account')).text()
  await rima.open('/account')
  await rima.sees('Nobody sees it')
  expect(frame, 'the largest text comes with the page, not after its scripts').toContain(
    await largestTextOf(rima),
  )
})

test(
  'the page of a request from a link says that it loads while its script does',
  LONG,
  async ({ aVisitor }) => {
    const rima = await aVisitor(PHONE)
    await becomeMember(rima, newAddress('rima'))
    let load = () => {}
    const mayLoad = new Promise<void>(resolve => {
      load = resolve
    })
    await rima.page.route('**/assets/opened-blood-request-*.js', route =>
      mayLoad.then(() => route.continue()),
    )
    rima.expects(/400/)
    await rima.page.goto('/view-requests?request=019')
    await rima.heading('Request from your link')
    await rima.sees('Loading...')
    load()
    await rima.sees('The link is incomplete.')
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
    await karim.page.goto(path)
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

/** The largest text that has appeared in the window (the browser's largest contentful paint). */
const largestTextOf = ({ page }: Visitor) =>
  page.evaluate(
    () =>
      new Promise<string>(resolve => {
        const observer = new PerformanceObserver(list => {
          const { element } = list.getEntries().at(-1) as PerformanceEntry & { element?: Element }
          resolve(element?.textContent ?? '')
        })
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )

test(
  'the sign-in form stays in its place when the page learns why somebody was sent there',
  LONG,
  async ({ aVisitor }) => {
    const karim = await aVisitor(PHONE)
    const placeOfForm = async (lead: string) => {
      await karim.sees(lead)
      return karim.field('Email').boundingBox()
    }
    const runScripts = await holdScripts(karim)
    await karim.page.goto('/view-requests?request=00000000-0000-4000-8000-000000000000')
    const before = await placeOfForm('Sign in to find donors')
    runScripts()
    expect(await placeOfForm('Sign in to help')).toEqual(before)
  },
)

test(
  'the registration form stays in its place when the request of a public page arrives',
  LONG,
  async ({ aVisitor }) => {
    const karim = await aVisitor(PHONE)
    await karim.page.route('**/api/shared-blood-requests/*', route =>
      route.fulfill({ json: { requiredBloodGroup: 'O+', hospital: 'Dhaka Medical College Hospital' } }),
    )
    const runScripts = await holdScripts(karim)
    await karim.page.goto(
      `/register?request=00000000-0000-4000-8000-000000000000&shared=${'a'.repeat(26)}#shared`,
    )
    const before = await karim.field('Email').boundingBox()
    runScripts()
    await karim.sees('is waiting. You come back to it.')
    expect(await karim.field('Email').boundingBox()).toEqual(before)
  },
)

for (const [where, path, details] of [
  ['where a link of a public page leads', '/view-requests?request=00000000-0000-4000-8000-000000000000', {}],
  ['where a page for members leads', '/dashboard', LONG],
] as const)
  test(
    `what somebody typed into the sign-in form before the scripts ran survives: ${where}`,
    details,
    async ({ aVisitor }) => {
      const karim = await aVisitor(PHONE)
      const runScripts = await holdScripts(karim)
      await karim.page.goto(path)
      await karim.field('Email').fill('karim@example.edu')
      await karim.field('Password').pressSequentially('correct horse')
      runScripts()
      await karim.comesTo('/login')
      await karim.page
        .getByRole('button', { name: 'Sign In', exact: true })
        .and(karim.page.locator(':enabled'))
        .waitFor()
      // The field is still the one in which somebody types.
      await karim.page.keyboard.type(' battery')
      expect(await karim.field('Email').inputValue()).toBe('karim@example.edu')
      expect(await karim.field('Password').inputValue()).toBe('correct horse battery')
    },
  )
