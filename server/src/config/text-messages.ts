import * as z from 'zod'

/** The settings of text messages (docs/operations.md explains each). */
export const TEXT_SETTINGS = {
  SMS_URL: z.string().optional(),
  SMS_BODY: z.string().optional(),
  SMS_HEADERS: z.string().optional(),
  SMS_FROM: z.string().optional(),
  SMS_PER_DAY: z.coerce.number().int().min(0).default(200),
  SMS_OK: z.string().optional(),
}

/** How text messages are sent. */
export type TextMessages = {
  /** The HTTP interface that takes them. */
  gateway: {
    /** With placeholders if there is no body. */
    url: string
    /** A template of JSON or of a form; null: GET. */
    body: string | null
    headers: Record<string, string>
    from: string | null
    /** What the reply must match to count as sent. */
    ok: RegExp | null
  }
  /** How many are sent in a day. */
  perDay: number
}

const Settings = z.object(TEXT_SETTINGS)

/** @returns null if the site sends no text messages */
export function textMessagesFrom(environment: z.infer<typeof Settings>): TextMessages | null {
  const { SMS_URL: url, SMS_BODY, SMS_FROM, SMS_PER_DAY: perDay } = environment
  if (url === undefined || perDay === 0) return null
  return { gateway: { url, body: SMS_BODY ?? null, headers: {}, from: SMS_FROM ?? null, ok: null }, perDay }
}
