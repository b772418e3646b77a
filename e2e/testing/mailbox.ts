import { inject, vi } from 'vitest'
import { PATIENCE_MS } from '../patience.ts'

type CaughtMail = { to: string; subject: string; text: string }

/** Waits until a mail with this word in its subject has come to an address; gives the newest. Throws when none comes. */
export async function mailTo(address: string, subject: RegExp): Promise<CaughtMail> {
  const { mailboxUrl } = inject('product')
  const find = async () => {
    const reply = await fetch(mailboxUrl)
    const mails = (await reply.json()) as CaughtMail[]
    return mails.findLast(one => one.to === address && subject.test(one.subject))
  }
  return vi.waitUntil(find, { timeout: PATIENCE_MS, interval: 100 })
}

/** The link in a mail, as a path of the site. */
export function linkIn(mail: CaughtMail): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`No link in «${mail.subject}».`)
  const { pathname, search, hash } = new URL(link)
  return pathname + search + hash
}
