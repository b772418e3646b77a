/** The private number of whoever looks for private numbers of others. */
export const OWN_NUMBER = '+8801988776655'

/** Private numbers of donors as they may be stored: international, local, digits only, with separators, in Bengali digits. */
export const PRIVATE_NUMBERS = [
  '+8801799887766',
  '01688776655',
  '8801577665544',
  '+880 1466-554433',
  '০১৩৫৫৪৪৩৩২২',
] as const

/** A donor without an account, whom coordinators and admins know by name; their number a call alone tells. */
export const KEPT = { fullName: 'Kalachand Kept', contactNumber: '+8801911223344' } as const

/** Whether a text contains a phone number in any notation: its last ten digits, with separators between them. */
export function containsNumber(text: string, number: string): boolean {
  const digits = [...asciiDigits(number).replace(/\D/g, '').slice(-10)]
  return new RegExp(digits.join('[^\\d]{0,3}')).test(asciiDigits(text))
}

/** Converts Bengali digits too. */
const asciiDigits = (text: string) =>
  text.replace(/[০-৯]/g, digit => String((digit.codePointAt(0) ?? 0) - ('০'.codePointAt(0) ?? 0)))
