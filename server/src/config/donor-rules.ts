import { describeFitToGive } from '@blood-bank/contract/donors/fit-to-give'
import { cleanCode } from '@blood-bank/contract/typed-text/clean'
import * as z from 'zod'
import { httpUrl, mustBe, wholeNumber } from './setting-types.ts'

const MIN_AGE = 16
const MAX_AGE = 99

const hasOrder = (text: string) => {
  const [, from, to] = /^(\d{2}) ?[-–] ?(\d{2})$/.exec(text)?.map(Number) ?? []
  return from !== undefined && to !== undefined && from >= MIN_AGE && from < to && to <= MAX_AGE
}

/** Whom the partner blood centre takes, and how often (docs/operations.md explains each). */
export const DONOR_SETTINGS = {
  DONATION_INTERVAL_DAYS: wholeNumber(120, { max: 3650 }),
  PLATELET_INTERVAL_DAYS: wholeNumber(14, { max: 3650 }),
  DONOR_AGES: z
    .string()
    .overwrite(cleanCode)
    .refine(
      hasOrder,
      mustBe(`two ages from ${MIN_AGE} to ${MAX_AGE} such as 18-60, of which the first is the lower`),
    )
    .default('18-60')
    .transform(text => text.split(/[-–]/).map(Number) as [number, number]),
  DONOR_MIN_WEIGHT_KG: wholeNumber(50, { min: 40, max: 100 }),
  DONOR_RULES_URL: httpUrl.optional(),
}

/** @param environment the parsed settings of `DONOR_SETTINGS` */
export const donorRulesFrom = (environment: z.infer<z.ZodObject<typeof DONOR_SETTINGS>>) => ({
  sentence: describeFitToGive({
    ages: { from: environment.DONOR_AGES[0], to: environment.DONOR_AGES[1] },
    minWeightKg: environment.DONOR_MIN_WEIGHT_KG,
  }),
  url: environment.DONOR_RULES_URL ?? null,
})

type IntervalRule = {
  /** Below it a public site does not start, and why. */
  min: number
  reason: string
  /** Below it a public site is warned with what donors wait elsewhere. */
  safe: number
  elsewhere: string
}

const INTERVALS: Record<'DONATION_INTERVAL_DAYS' | 'PLATELET_INTERVAL_DAYS', IntervalRule> = {
  DONATION_INTERVAL_DAYS: {
    min: 56,
    reason: 'blood services take whole blood after 56 days at the earliest',
    safe: 112,
    elsewhere: 'women wait 112 to 120 days in the United Kingdom and India: keep the longer',
  },
  PLATELET_INTERVAL_DAYS: {
    min: 7,
    reason: 'blood services take platelets 24 times a year at most, and the site does not count them',
    safe: 14,
    elsewhere:
      'donors of platelets wait 14 days in the United Kingdom, and give 24 times a year at most in India: keep the longer',
  },
}
type IntervalSetting = keyof typeof INTERVALS
const INTERVAL_SETTINGS = Object.keys(INTERVALS) as IntervalSetting[]

const WHO_DECIDES = 'Your partner blood centre decides how long donors wait: ask it.'

/** Too short an interval harms donors, and nobody would notice. Text that is no number is reported by the schema. */
export const intervalFaults = (environment: NodeJS.ProcessEnv): string[] =>
  INTERVAL_SETTINGS.flatMap(name => {
    const { [name]: days } = environment
    const { min, reason } = INTERVALS[name]
    if (days === undefined || !/^\s*\d+\s*$/.test(days) || Number(days) >= min) return []
    return [`${name} must be at least ${min} on a public site, because ${reason}. ${WHO_DECIDES}`]
  })

export const intervalWarnings = (environment: Record<IntervalSetting, number>): string[] =>
  INTERVAL_SETTINGS.filter(name => environment[name] < INTERVALS[name].safe).map(
    name => `${name} is ${environment[name]}, but ${INTERVALS[name].elsewhere}. ${WHO_DECIDES}`,
  )
