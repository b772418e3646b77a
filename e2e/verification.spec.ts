import { LONG, test } from './testing/journey.ts'
import { linkIn, mailTo } from './testing/mailbox.ts'
import { sharedProduct } from './testing/product.ts'
import { newAddress, PASSWORD, register, signIn, verifyEmail } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

const OWN_PASSWORD = 'another horse entirely'
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

test(
  'a person whose address a stranger registered takes over the account with the verification email',
  LONG,
  async ({ aVisitor }) => {
    const email = newAddress('stranger')
    const attacker = await aVisitor()
    await register(attacker, email)
    await signIn(attacker, email)
    await attacker.sees('Email not verified')

    const owner = await aVisitor(PHONE)
    await owner.open(linkIn(await mailTo(email, /Verify your email/)))
    owner.expects('403 POST /api/accounts/email-verifications')
    await owner.press('Verify Email')
    await owner.press('Choose your own password')
    await owner.field('New Password').fill(OWN_PASSWORD)
    await owner.press('Set New Password')
    await owner.sees('Your new password is set.')
    await signIn(owner, email, OWN_PASSWORD)
    await owner.sees('My Donor Profile')

    await attacker.comesTo('/login')
  },
)

test(
  'somebody who mistyped the address corrects it, and the link of the new mail leads back to what they came for',
  LONG,
  async ({ aVisitor }) => {
    const [wrong, right] = [newAddress('mistyped'), newAddress('right')]
    const rima = await aVisitor(PHONE)
    await register(rima, wrong)
    await rima.page.reload()
    await rima.heading('Check your email')
    const oldLink = linkIn(await mailTo(wrong, /Verify your email/))
    await signIn(rima, wrong)
    await rima.open('/post-request')
    const banner = rima.page.getByRole('region', { name: 'Email not verified' })
    await banner.getByText('Email not verified').click()
    await banner.getByRole('button', { name: 'Wrong address?' }).click()
    await rima.field('Email').fill(right)
    await rima.field('Password').fill(PASSWORD)
    await rima.press('Correct my address')
    await rima.sees(`A verification email has been sent to ${right}.`)
    await verifyEmail(rima, right)
    await rima.comesTo('/post-request')
    await rima.field('Patient Name').waitFor()

    rima.expects('400 POST /api/accounts/email-verifications')
    await rima.open(oldLink)
    await rima.heading('Your email is verified')
  },
)
