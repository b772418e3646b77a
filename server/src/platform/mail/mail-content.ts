import type { Config } from '../../config.ts'

/** What a mail says. The button stands between the paragraphs and what comes after it. */
export type MailContent = {
  /** Without the name of the site, which follows it. */
  subject: string
  /** For subjects that say what is needed and where, and must be short. */
  omitsSiteName?: true
  paragraphs: string[]
  /** What the mail asks for: its only button. */
  link?: { label: string; url: string }
  after?: string
  /** Something else that the reader may want, last and with a link. */
  invitation?: { text: string; label: string; url: string }
  /** Completes "You receive this email because …". */
  because: string
  /** A link that ends emails of this kind, for the reader and for the button of the mail program (RFC 8058). */
  unsubscribe?: { label: string; url: string }
}

/** The site that sends a mail: its name, its address without a trailing slash, and where one reaches the administrators. */
export type MailSite = Pick<Config, 'brandName' | 'publicUrl'> & Partial<Pick<Config, 'contactUrl'>>

/** In a paragraph it becomes a link, if the operator has set where it leads. */
export const CONTACT = 'contact the administrators'

export const describeReason = ({ because }: MailContent) => `You receive this email because ${because}.`
