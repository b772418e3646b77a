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

/** The shortest interval of whole blood that any blood service allows (United States). */
const MIN_INTERVAL_DAYS = 56
/** What women wait in the United Kingdom; 120 days in India. */
const SAFE_INTERVAL_DAYS = 112

const WHO_DECIDES = 'Your partner blood centre decides how long donors wait: ask it.'

/** Too short an interval harms donors, and nobody would notice. Text that is no number is reported by the schema. */
export function intervalFaults({ DONATION_INTERVAL_DAYS: days }: NodeJS.ProcessEnv): string[] {
  if (days === undefined || !/^\s*\d+\s*$/.test(days) || Number(days) >= MIN_INTERVAL_DAYS) return []
  return [
    `DONATION_INTERVAL_DAYS must be at least ${MIN_INTERVAL_DAYS} on a public site, because blood services take whole blood after ${MIN_INTERVAL_DAYS} days at the earliest. ${WHO_DECIDES}`,
  ]
}

export const intervalWarnings = (days: number): string[] =>
  days >= SAFE_INTERVAL_DAYS
    ? []
    : [
        `DONATION_INTERVAL_DAYS is ${days}, but women wait 112 to 120 days in the United Kingdom and India: keep the longer. ${WHO_DECIDES}`,
      ]
