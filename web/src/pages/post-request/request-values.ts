import { namesOfPlace } from '../../features/blood-requests/queries.ts'

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
  /** What somebody has said is right although the hospital contains the patient's name (`namesOfPlace`). */
  confirmedPlace: '',
}

export type BloodRequestValues = typeof NEW_BLOOD_REQUEST

/** The form that is sent. */
export const formOf = ({ confirmedPlace, ...values }: BloodRequestValues) => ({
  ...values,
  unitsRequired: readUnits(values.unitsRequired),
  isHospitalName: confirmedPlace === namesOfPlace(values),
})

/**
 * Reads a number of digits only; NaN for other notations ("1e2", "0x10"), 0 for an empty text. The field is a text field,
 * as a number field would hide invalid input from us.
 */
export function readUnits(input: string): number {
  const text = input.trim()
  return text === '' || /^-?\d+$/.test(text) ? Number(text) : Number.NaN
}
