import { expect, test } from 'vitest'
import { aLine, type Line } from './testing/line.ts'
import { newAddress, register, signIn } from './testing/steps.ts'
import { aVisitor, PHONE, type Visitor } from './testing/visitor.ts'

/** The script of a page or a part, and its styles. */
const filesOf = (name: string) => new RegExp(`^GET /assets/${name}-`)

/** The console names type and address, in words and as values; then React says the same of what it caught. */
function expectsReport(person: Visitor, type: 'timeout' | 'error', name: string) {
  const address = String.raw`http://localhost:\d+/assets/${name}-[\w-]+\.(js|css)`
  const words = String.raw`Loading a page failed\. \(${type}: ${address}\)`
  person.expects(new RegExp(String.raw`^console ${words} \{type: ${type}, address: ${address}\}$`))
  return { andByReact: () => person.expects(new RegExp(`^console PageLoadFailure: ${words}`)) }
}

const reload = ({ page }: Visitor) => page.getByRole('button', { name: 'Reload' })

/** The way out that the person is offered leads to the page, once the line is well again. */
async function reloads(person: Visitor, line: Line) {
  await person.sees("This page couldn't be loaded.")
  await person.isAccessible()
  line.mends()
  await reload(person).click()
  await person.heading('Create Account')
}

test('a page whose script stalls is reported after 120 seconds with its type and address, and Reload is offered', async () => {
  const line = await aLine()
  const person = await aVisitor(PHONE, { line })
  await person.page.clock.install()
  await person.open('/')
  line.fails('stalls', filesOf('register'))
  await person.follow('Become a Donor')
  await person.sees('Loading...')
  // From here on no time passes but what the journey lets pass.
  await person.page.clock.pauseAt(await person.page.evaluate(() => Date.now() + 1_000))
  await person.page.clock.fastForward('01:45')
  await person.sees('Loading...')
  expect(await reload(person).count()).toBe(0)

  expectsReport(person, 'timeout', 'register').andByReact()
  await person.page.clock.fastForward('00:15')
  await person.page.clock.resume()
  await reloads(person, line)
})

test('a page whose script is cut off is reported with its type and address, and Reload brings it', async () => {
  const line = await aLine()
  const person = await aVisitor(PHONE, { line })
  await person.open('/')
  line.fails('drops', filesOf('register'))
  person.expects(/^lost GET \/assets\/register-/)
  expectsReport(person, 'error', 'register').andByReact()
  await person.follow('Become a Donor')
  await reloads(person, line)
})

test('a person whose reminder to verify the address does not load keeps the page', async () => {
  const line = await aLine()
  const email = newAddress('unreminded')
  const person = await aVisitor(PHONE, { line })
  await register(person, email)
  line.fails('drops', filesOf('verification-banner'))
  person.expects(/^lost GET \/assets\/verification-banner-/)
  expectsReport(person, 'error', 'verification-banner')
  await signIn(person, email)
  await person.comesTo('/dashboard')
  await person.heading('Dashboard')
})
