import { LONG, test } from './testing/journey.ts'
import { linkIn, mailTo } from './testing/mailbox.ts'
import { sharedProduct } from './testing/product.ts'
import { newAddress, PASSWORD, register } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

const NEEDED = 'To verify your email address in this browser, enter the password of your account.'

test(
  'a verification link asks for the password on another device, and signs in the browser that registered',
  LONG,
  async ({ aVisitor }) => {
    const email = newAddress('elsewhere')
    const laptop = await aVisitor()
    await register(laptop, email)
    const link = linkIn(await mailTo(email, /Verify your email/))
    const phone = await aVisitor(PHONE)
    await phone.open(link)
    phone.expects('403 POST /api/accounts/email-verifications')
    await phone.press('Verify Email')
    await phone.sees(NEEDED)
    await phone.field('Password').fill('not this one')
    await phone.press('Verify Email')
    await phone.sees('This is not your current password.')

    await verifyFromMailbox(laptop, email)
    await phone.field('Password').fill(PASSWORD)
    phone.expects('400 POST /api/accounts/email-verifications')
    await phone.press('Verify Email')
    await phone.sees('This link is no longer valid')
  },
)

/** Presses the button in the mail, as it is shown as HTML. */
async function verifyFromMailbox(visitor: Visitor, email: string) {
  await visitor.open(sharedProduct.mailboxUrl.replace(/\.json$/, ''))
  const mail = visitor.page.getByRole('article').filter({ hasText: email })
  const html = mail.locator('iframe').contentFrame()
  await html.getByText('You receive this email because').waitFor()
  await html.getByRole('link', { name: 'Verify Email' }).click()
  await visitor.heading('Your email is verified')
  await visitor.follow('Go to Dashboard')
  await visitor.sees('My Donor Profile')
}
