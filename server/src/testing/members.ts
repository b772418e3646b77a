import { setTimeout as pause } from 'node:timers/promises'
import { registerAccount, verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import type { Person } from './person.ts'
import type { RunningProduct } from './running-product.ts'
import { runCommand } from './running-product.ts'
import { PASSWORD, tokenIn } from './test-app.ts'

let people = 0

type CaughtMail = { to: string; subject: string; text: string }

/** A person who has registered, verified their email address and signed in. */
export async function newMemberOf(
  product: Pick<RunningProduct, 'stranger'>,
  { email = `member${++people}@example.edu` } = {},
): Promise<Person & { email: string }> {
  const person = product.stranger()
  await person.call(registerAccount, { body: { email, password: PASSWORD } })
  const token = tokenIn(await mailTo(product, email))
  await person.call(verifyEmail, { body: { token } })
  const { body } = await person.call(signIn, { body: { email, password: PASSWORD } })
  person.user = body.user
  return Object.assign(person, { email })
}

/** A member whom the `admin grant` command made an admin. */
export async function newAdminOf(product: RunningProduct): Promise<Person & { email: string }> {
  const member = await newMemberOf(product)
  const { code, output } = await runCommand('admin', ['grant', member.email], product.dataDir).ended
  if (code !== 0) throw new Error(output)
  // The role change ended the session.
  const { body } = await member.call(signIn, { body: { email: member.email, password: PASSWORD } })
  member.user = body.user
  return member
}

/** Waits for a mail in the product's mailbox. @returns the newest mail whose text matches */
export async function mailTo(
  product: Pick<RunningProduct, 'stranger'>,
  email: string,
  text = /./,
): Promise<CaughtMail> {
  for (;;) {
    const { body } = await product.stranger().send('GET', '/dev/mailbox.json')
    const mail = (body as CaughtMail[]).findLast(mail => mail.to === email && text.test(mail.text))
    if (mail) return mail
    await pause(50)
  }
}
