import { cleanEmail } from '@blood-bank/contract/typed-text/clean'
import * as z from 'zod'

/** The sentence about a wrong value goes on with what it is, unless it looks like a URL with a password. */
const except = (value: unknown) =>
  /^[^:]*:[^@]*@/.test(String(value)) ? '' : `, not ${JSON.stringify(value)}`

/** The error of a setting: what it must be, and what it is. For one that can hold a key, write a plain text. */
export const mustBe = (what: string) => ({
  error: ({ input }: { input?: unknown }) => `must be ${what}${except(input)}`,
})

type Bounds = { min?: number; max?: number; note?: string }

/** The greatest number of the settings that need no other bound: so many days are still a date. */
const MAX = 1_000_000

/** A whole number. `note` follows the bounds in the error. */
export const wholeNumber = (preset: number, { min = 0, max = MAX, note = '' }: Bounds = {}) =>
  z
    .string()
    .trim()
    .refine(
      text => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
      mustBe(`a whole number from ${min} to ${max}${note}`),
    )
    .transform(Number)
    .default(preset)

export const flag = z.enum(['true', 'false'], mustBe('true or false')).transform(value => value === 'true')

/** Parts between commas, each of which passes a test. The error names the first that does not. */
export const listOf = (what: string, isPart: (part: string) => boolean) =>
  z
    .string()
    .transform(text => text.split(',').map(cleanEmail).filter(Boolean))
    .refine(parts => parts.every(isPart), {
      error: ({ input }) =>
        `must be comma-separated ${what}${except((input as string[]).find(part => !isPart(part)))}`,
    })
    .default([])

const HTTP = 'must be a complete http:// or https:// URL'

export const httpUrl = z.url({ protocol: /^https?$/, error: ({ input }) => `${HTTP}${except(input)}` })

/** The error of a URL that can have a password, which it does not show. */
export const mustBeUrl = (schemes: string) =>
  `must be a complete ${schemes} URL, in which special characters of a password are encoded (# as %23)`
