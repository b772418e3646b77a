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
  isHospitalName: confirmedPlace === namesOfPlace(values),
})
