import { type BloodGroup, withMinus } from '../donors/blood-groups.ts'

/** What of a blood request says which blood is needed. */
type RequiredBlood = { requiredBloodGroup: BloodGroup }

/** The blood that is needed, for headings and sentences: "A− blood". Emails, notifications and pages all take it from here. */
export const requiredBloodOf = (bloodRequest: RequiredBlood): string =>
  `${requiredGroupOf(bloodRequest)} blood`

/** The same where a heading or sentence leaves out the word: "A−" in "A− needed today". */
export const requiredGroupOf = ({ requiredBloodGroup }: RequiredBlood): string =>
  withMinus(requiredBloodGroup)
