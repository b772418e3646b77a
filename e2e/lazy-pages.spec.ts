import { test } from './testing/journey.ts'
import { PHONE } from './testing/visitor.ts'

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
