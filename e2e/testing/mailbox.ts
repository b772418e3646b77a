import { inject } from 'vitest'

type CaughtMail = { to: string; subject: string; text: string }

/** Waits until a mail with this word in its subject has come to an address; gives the newest. */
export async function mailTo(address: string, subject: RegExp): Promise<CaughtMail> {
  const { mailboxUrl } = inject('product')
  for (let round = 0; round < 100; round++) {
    const reply = await fetch(mailboxUrl)
    const mails = (await reply.json()) as CaughtMail[]
    const mail = mails.findLast(one => one.to === address && subject.test(one.subject))
    if (mail) return mail
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`No mail about ${subject} came to ${address}.`)
}

/** The link in a mail, as a path of the site. */
export function linkIn(mail: CaughtMail): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`No link in «${mail.subject}».`)
  const { pathname, search, hash } = new URL(link)
  return pathname + search + hash
}
