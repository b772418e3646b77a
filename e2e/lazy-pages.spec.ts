import { expect } from '@playwright/test'
import { click } from './testing/click.ts'
import type { FaultyProxy } from './testing/faulty-proxy.ts'
import { type AVisitor, LONG, test } from './testing/journey.ts'
import { newAddress, register, signIn } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

/** A person whose browser saves data, so that no page is fetched before it is opened. */
async function aDataSaver(aVisitor: AVisitor, proxy: FaultyProxy) {
  const person = await aVisitor(PHONE, { proxy })
  await person.page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  return person
}

/** The script of a page or a part, and its styles. */
const filesOf = (name: string) => new RegExp(`^GET /assets/${name}-`)

/** The console reports type and address as text and as values; React then reports the same error. */
function expectsReport(person: Visitor, type: 'timeout' | 'error', name: string) {
  const address = String.raw`http://localhost:\d+/assets/${name}-[\w-]+\.(js|css)`
  const words = String.raw`Loading a page failed\. \(${type}: ${address}\)`
  person.expects(new RegExp(String.raw`^console ${words} \{type: ${type}, address: ${address}\}$`))
  return { andByReact: () => person.expects(new RegExp(`^console PageLoadFailure: ${words}`)) }
}

const reload = ({ page }: Visitor) => page.getByRole('button', { name: 'Reload' })

/** The Reload button leads to the page once the network works again. */
async function reloads(person: Visitor, proxy: FaultyProxy) {
  await person.sees("This page couldn't be loaded.")
  proxy.recover()
  await click(reload(person))
  await person.heading('Create Account')
}

test(
  'a page whose script stalls is reported after 120 seconds with its type and address, and Reload is offered',
  LONG,
  async ({ aVisitor, faultyProxy }) => {
    const person = await aDataSaver(aVisitor, faultyProxy)
    await person.page.clock.install()
    await person.open('/')
    faultyProxy.fail('stalls', filesOf('register'))
    await person.follow('Become a Donor')
    await person.sees('Loading...')
    // From here on the test controls the clock.
    await person.page.clock.pauseAt(await person.page.evaluate(() => Date.now() + 1_000))
    await person.page.clock.fastForward('01:45')
    await person.sees('Loading...')
    expect(await reload(person).count()).toBe(0)

    expectsReport(person, 'timeout', 'register').andByReact()
    await person.page.clock.fastForward('00:15')
    await person.page.clock.resume()
    await reloads(person, faultyProxy)
  },
)

test('a page whose script is cut off is reported with its type and address, and Reload loads it', async ({
  aVisitor,
  faultyProxy,
}) => {
  const person = await aDataSaver(aVisitor, faultyProxy)
  await person.open('/')
  faultyProxy.fail('drops', filesOf('register'))
  person.expects(/^lost GET \/assets\/register-/)
  expectsReport(person, 'error', 'register').andByReact()
  await person.follow('Become a Donor')
  await reloads(person, faultyProxy)
})

test(
  'the page stays when the script of the reminders fails to load',
  LONG,
  async ({ aVisitor, faultyProxy }) => {
    const email = newAddress('unreminded')
    const person = await aVisitor(PHONE, { proxy: faultyProxy })
    await register(person, email)
    faultyProxy.fail('drops', filesOf('reminders'))
    person.expects(/^lost GET \/assets\/reminders-/)
    expectsReport(person, 'error', 'reminders')
    const reported = person.page.waitForEvent('console', message => message.text().includes('/reminders-'))
    await signIn(person, email)
    await reported
    await person.comesTo('/dashboard')
    await person.heading('Dashboard')
  },
)
