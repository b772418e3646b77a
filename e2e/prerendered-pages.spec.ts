import { expect, test } from 'vitest'
import { becomeMember, newAddress } from './testing/steps.ts'
import { aVisitor, PHONE, type Visitor } from './testing/visitor.ts'

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

test('pages of a member can be read before any script runs, and are then filled with content', async () => {
  const rima = await aVisitor(PHONE)
  await becomeMember(rima, newAddress('rima'))
  await rima.page.route('**/*.js', route => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await rima.page.goto('/find-donors')
  await rima.heading('Find Donors')
  await rima.sees('Find members who are willing to donate, by blood group.')
  await rima.sees('Verifying access...')
  await rima.field('Blood Group').selectOption('A+')
  expect(await rima.page.getByRole('button', { name: 'Search' }).isDisabled()).toBe(true)
  expect(await rima.page.title()).toBe('Find Donors · University Blood Bank')
  await rima.page.goto('/view-requests')
  await rima.sees('These members need blood now. Offer to donate, or call them.')
  expect(await rima.page.content()).not.toContain('rima')
})

test('what somebody chose before the scripts ran is taken over', async () => {
  const rima = await aVisitor(PHONE)
  await becomeMember(rima, newAddress('rima'))
  let run = () => {}
  const isChosen = new Promise<void>(resolve => {
    run = resolve
  })
  await rima.page.route('**/index-*.js', route => isChosen.then(() => route.continue()))
  await rima.page.goto('/find-donors')
  await rima.field('Blood Group').selectOption('AB-')
  run()
  await rima.press('Search')
  await rima.comesTo('/find-donors?bloodGroup=AB-')
})

test('while a page loads, nobody sees a page that is not theirs, and what is there stays', async () => {
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
  for (const text of await textsOf(karim)) expect(text).toMatch(/^Dashboard\s+Account: your data/)
})

test('a page that was sent to somebody else is corrected, and shows nothing of theirs', async () => {
  const karim = await aVisitor()
  await becomeMember(karim, newAddress('karim'))
  // As from the history of the browser after signing out.
  const old = await (await karim.page.request.get('/dashboard')).text()
  await karim.context.clearCookies()
  await karim.page.route('**/dashboard', route => route.fulfill({ contentType: 'text/html', body: old }))
  await recordTexts(karim)
  await karim.open('/dashboard')
  await karim.comesTo('/login')
  await karim.sees('Please log in to view your dashboard.')
  for (const text of await textsOf(karim)) expect(text).not.toContain('My Donor Profile')
})
