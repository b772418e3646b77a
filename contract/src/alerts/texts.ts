import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { maxLength, withRequired } from '../forms.ts'
import { REFUSALS_ABOUT_ALERTS } from '../refusals/alerts.ts'
import { cleanCode } from '../typed-text/clean.ts'

/** How long a code can be typed, and how often a wrong one. */
export const TEXT_CODE_MINUTES = 10
export const MAX_WRONG_CODES = 5

/** So many codes are texted in 24 hours for one account, and to one number. */
const CODES_PER_DAY = 3

/** What a donor's text messages are. */
export const TextMessages = z.object({
  /**
   * `code-needed`: on, as soon as the code that was texted is typed. `number-changed`: the donor has another contact number
   * since, which no code has confirmed.
   */
  status: z.enum(['off', 'code-needed', 'number-changed', 'on']),
  /** The contact number, in international format if it can be texted. */
  number: z.string(),
  /** Why the contact number cannot be texted; null if it can. */
  obstacle: z.nullable(z.enum(['extension', 'not-mobile', 'other-country'])),
})
export type TextMessages = z.infer<typeof TextMessages>

const CODE_MISSING = 'Please enter the six digits from the text message.'
const CODE_WRONG = 'Please enter six digits.'

/** Six digits of any script, with blanks or a hyphen between them as people copy them. */
export const TextCodeForm = withRequired(
  z.strictObject({
    code: z
      .string(CODE_MISSING)
      .check(
        z.overwrite(cleanCode),
        maxLength(30, CODE_WRONG),
        z.minLength(1, CODE_MISSING),
        z.regex(/^(?:\d[\p{Zs}\p{Pd}]?){6}$/u, CODE_WRONG),
      ),
  }),
  { required: ['code'], missing: CODE_MISSING },
)

/** The message of a wrong code. */
export const wrongCodeMessage = (triesLeft: number) =>
  `${REFUSALS_ABOUT_ALERTS['wrong-text-code'].message} You can try ${triesLeft === 1 ? 'once' : `${triesLeft} times`} more.`

/** The message of `too-many-text-codes`. `until` is when another code can be sent. */
export const tooManyCodesMessage = (until: string) =>
  `Only ${CODES_PER_DAY} codes a day are sent. You can ask for another one at ${until}.`

export const readTextMessages = endpoint({
  method: 'GET',
  path: '/api/accounts/mine/text-messages',
  access: 'signed-in',
  summary: 'Whether I get text messages when a request is urgent, and at which number.',
  // Null for people without a donor profile, and where the site sends no text messages.
  reply: { status: 200, body: z.object({ textMessages: z.nullable(TextMessages) }) },
})

export const sendTextCode = endpoint({
  method: 'POST',
  path: '/api/accounts/mine/text-messages/codes',
  access: 'signed-in',
  summary: 'Text a code to my contact number, which turns text messages on when it is typed.',
  reply: { status: 202, body: TextMessages },
  refusals: [
    'no-text-messages',
    'alerts-for-donors',
    'donor-inactive',
    'number-has-extension',
    'number-not-mobile',
    'number-of-other-country',
    'too-many-text-codes',
    'too-many-texts-today',
  ],
})

export const confirmTextNumber = endpoint({
  method: 'POST',
  path: '/api/accounts/mine/text-messages/confirmations',
  access: 'signed-in',
  summary: 'Type the code that was texted: from now on I get text messages when a request is urgent.',
  body: TextCodeForm,
  reply: { status: 200, body: TextMessages },
  refusals: [
    'no-text-messages',
    'alerts-for-donors',
    'donor-inactive',
    'wrong-text-code',
    'too-many-wrong-codes',
    'text-code-expired',
    'text-number-taken',
  ],
})

export const stopTextMessages = endpoint({
  method: 'DELETE',
  path: '/api/accounts/mine/text-messages',
  access: 'signed-in',
  summary: 'Get no more text messages.',
  reply: { status: 204 },
})
