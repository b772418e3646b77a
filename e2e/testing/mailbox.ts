import { inject, vi } from 'vitest'
import { MAX_WAIT_MS } from '../timeouts.ts'

type CaughtMail = { to: string; subject: string; text: string }

/** Waits for a mail to an address with this subject and returns the newest. Throws if none arrives. */
export async function mailTo(address: string, subject: RegExp): Promise<CaughtMail> {
  const { mailboxUrl } = inject('product')
  const find = async () => {
    const reply = await fetch(mailboxUrl)
    const mails = (await reply.json()) as CaughtMail[]
    return mails.findLast(one => one.to === address && subject.test(one.subject))
  }
  return vi.waitUntil(find, { timeout: MAX_WAIT_MS, interval: 100 })
}

/** The link in a mail, as a path of the site. */
export function linkIn(mail: CaughtMail): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`No link in «${mail.subject}».`)
  const { pathname, search, hash } = new URL(link)
  return pathname + search + hash
}
