import { passWaits } from '../pass-time.ts'
import { containsNumber } from '../private-numbers.ts'
import { type Bank, DONOR_NUMBER, type Member, PATIENT, REQUEST_NUMBER } from './offers.ts'
import { DONOR_NAME } from './standing-offer.ts'

/** The subjects of the emails about offers and donations. */
export const OFFER_MADE = 'A donor can give blood for your request'
export const WITHDRAWN = 'A donor can no longer come'
export const RELEASED = 'You are not needed this time'
export const THANKS = 'Thank you for giving blood'
export const UNDONE = 'A donation was removed from your record'

const PRIVATE_NAMES = [...Object.values(PATIENT), ...DONOR_NAME.split(' ')]

/** The subjects of the emails to somebody, after all that wait have been sent. Throws if one has a name or a number of the patient, requester or donor. */
export async function subjectsTo(bank: Bank, { user }: Member): Promise<string[]> {
  await passWaits(bank.db)
  const mails = await bank.mailsTo(user?.email ?? '')
  return mails.map(({ subject, text }) => {
    const mail = `${subject} ${text}`
    const hasName = PRIVATE_NAMES.some(name => mail.includes(name))
    const hasNumber = [DONOR_NUMBER, REQUEST_NUMBER].some(number => containsNumber(mail, number))
    if (hasName || hasNumber) throw new Error(`an email has a private name or number: ${mail}`)
    return subject.replace(' · University Blood Bank', '')
  })
}
