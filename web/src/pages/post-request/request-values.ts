/** The fields of the form before anything is filled in. */
export const NEW_BLOOD_REQUEST = {
  patientName: '',
  requiredBloodGroup: '',
  unitsRequired: '1',
  hospitalName: '',
  hospitalLocation: '',
  contactPerson: '',
  contactNumber: '',
  urgency: 'urgent',
  neededBy: '',
  additionalInfo: '',
}

export type BloodRequestValues = typeof NEW_BLOOD_REQUEST

/**
 * Reads a number of digits only; NaN for other notations ("1e2", "0x10"), 0 for an empty text. The field is a text field,
 * as a number field would hide invalid input from us.
 */
export function readUnits(input: string): number {
  const text = input.trim()
  return text === '' || /^-?\d+$/.test(text) ? Number(text) : Number.NaN
}
