import { expect } from '@playwright/test'
import { sharedProduct } from './product.ts'

type CaughtMail = { to: string; subject: string; text: string }

/** Waits for a mail to an address with this subject and returns the newest. Throws if none arrives. */
export async function mailTo(
  address: string,
  subject: RegExp,
  mailboxUrl = sharedProduct.mailboxUrl,
): Promise<CaughtMail> {
  const find = async () => {
    const reply = await fetch(mailboxUrl)
    const mails = (await reply.json()) as CaughtMail[]
    return mails.findLast(one => one.to === address && subject.test(one.subject))
  }
  return waitUntil(find)
}

/** Waits until there is something, and returns it. */
export async function waitUntil<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  let found: T | undefined
  const look = async () => {
    found = await find()
    return found
  }
  await expect.poll(look, { intervals: [100] }).toBeDefined()
  return found as T
}

/** The link in a mail, as a path of the site. */
export function linkIn(mail: CaughtMail): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`No link in «${mail.subject}».`)
  const { pathname, search, hash } = new URL(link)
  return pathname + search + hash
}
