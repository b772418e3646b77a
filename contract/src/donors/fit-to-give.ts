import { addDays } from './eligibility.ts'

/** Whom the blood centre takes, as far as people know it of themselves. */
type DonorRules = { ages: { from: number; to: number }; minWeightKg: number }

/** What whoever decides to come must know of themselves. Nothing of it is asked or stored. */
export const describeFitToGive = ({ ages, minWeightKg }: DonorRules): string =>
  `Come only if you are ${ages.from} to ${ages.to}, weigh at least ${minWeightKg} kg and feel well today. The hospital asks about illness, medicines, pregnancy and travel, and decides.`

/** What whoever comes does before. */
export const BEFORE_GIVING = 'Bring an ID, and eat and drink something before.'

/** What a donor reads with their first donation that is recorded, on that day and the next. */
export const AFTER_GIVING =
  'Drink plenty, and do nothing heavy today. Lie down if you feel faint, and call the place where you gave if it lasts.'

/** Whether a donation was given so lately that its donor needs to know how to take care of themselves. */
export const isJustGiven = (donatedOn: string, today: string): boolean => donatedOn >= addDays(today, -1)

/** What is known of a donor whose last donation is long enough ago: neither age nor weight nor health. */
export const MAY_BE_ABLE = 'By your dates you may be able to give'
