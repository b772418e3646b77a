export const A_BLOOD_REQUEST = {
  id: '0192f0c1-0000-7000-8000-000000000001',
  userId: '0192f0c1-0000-7000-8000-000000000002',
  patientName: 'Selina Parvin',
  requiredBloodGroup: 'AB-',
  unitsRequired: 2,
  hospitalName: 'Dhaka Medical College Hospital',
  hospitalLocation: null,
  contactPerson: 'Nadia Karim',
  contactNumber: '01812-345678',
  urgency: 'moderate',
  neededBy: '2026-03-15T12:00:00.000Z',
  additionalInfo: null,
  status: 'active',
  requestedAt: '2026-03-14T10:15:00.000Z',
  unitsGiven: 1,
  offersStanding: 2,
  confirmedAt: '2026-03-14T10:15:00.000Z',
  unconfirmedSince: '2026-03-15T12:00:00.000Z',
  hiddenAt: null,
  closedAt: null,
  closedByAdminAt: null,
  closingReason: null,
}

/** One that was fulfilled, and whose owner has just chosen a thank-you. */
export const A_THANKED_REQUEST = {
  ...A_BLOOD_REQUEST,
  status: 'fulfilled',
  offersStanding: 0,
  unconfirmedSince: null,
  closedAt: '2026-03-14T12:15:00.000Z',
  thanks: {
    people: 1,
    canChooseUntil: null,
    chosenAt: '2026-03-14T12:20:00.000Z',
    chosen: 'for-a-stranger',
    arrivesAt: '2026-03-15T03:00:00.000Z',
  },
}

/** Texts of maximum length, and long words without spaces. */
export const VERY_LONG_TEXTS = {
  records: [
    {
      ...A_BLOOD_REQUEST,
      patientName: 'Khandaker'.repeat(12),
      hospitalName: 'BangabandhuSheikhMujibMedicalUniversityHospital'.repeat(3),
      hospitalLocation: 'Ward '.repeat(50),
      contactPerson: 'Mohammad Abdullah Al Mamun Chowdhury '.repeat(4),
      contactNumber: '01812-345678 / 01712-345678 / 01912-345678, extension 4711',
      unitsRequired: 100,
      additionalInfo: `${'Please call before you come. '.repeat(40)}\n${'x'.repeat(300)}`,
    },
    A_BLOOD_REQUEST,
  ],
  next: null,
  total: 2,
}
