import { expect, test } from 'vitest'
import { checkForm } from '../forms.ts'
import { BloodRequestForm } from './posting.ts'

const validForm = {
  patientName: 'Abdul Karim',
  requiredBloodGroup: 'B+',
  hospitalName: 'Dhaka Medical College Hospital',
  contactPerson: 'Nadia Karim',
  contactNumber: '01812-345678',
}

test('the defaults are blood, one unit and urgent', () => {
  expect(checkForm(BloodRequestForm, validForm).values).toEqual({
    ...validForm,
    component: 'blood',
    takesOtherGroups: false,
    unitsRequired: 1,
    urgency: 'urgent',
    hospitalLocation: null,
    neededBy: null,
    additionalInfo: null,
    isAnotherRequest: false,
    isHospitalName: false,
  })
})

test.each([
  ['2026-11-03T18:00', '2026-11-03T18:00'],
  ['', null],
])('"Needed by" as %o is accepted', (neededBy, value) => {
  expect(checkForm(BloodRequestForm, { ...validForm, neededBy }).values?.neededBy).toBe(value)
})

test.each(['2026-11-03', '2026-02-31T10:00', '2026-11-03T18:00Z', '2026-11-03T18:00:00', 'today'])(
  '"Needed by" as %s is refused',
  neededBy => {
    const message = 'Needed by must have a date and a time.'
    const { fault } = checkForm(BloodRequestForm, { ...validForm, neededBy })
    expect(fault).toEqual({ message, fields: { neededBy: message } })
  },
)

test.each(['plasma', '', null, 1])('«%s» is nothing that can be asked for', component => {
  const message = 'Please select what is needed.'
  expect(checkForm(BloodRequestForm, { ...validForm, component }).fault).toEqual({
    message,
    fields: { component: message },
  })
})

test.each(Object.keys(validForm))('without %s the form is incomplete', name => {
  expect(checkForm(BloodRequestForm, { ...validForm, [name]: ' ' }).fault).toEqual({
    message:
      'Please fill in all required fields: Patient Name, Blood Group, Hospital, Contact Person, and Contact Number.',
    fields: { [name]: expect.any(String) },
  })
})

test.each([1, 2, 100])('%d units are accepted', unitsRequired => {
  expect(checkForm(BloodRequestForm, { ...validForm, unitsRequired }).values?.unitsRequired).toBe(
    unitsRequired,
  )
})

test.each([
  ["St. Mary's Hospital", 'Building 3, Room 1204'],
  ['B.S.M.M.U.', 'House 12, Road 27'],
  ['Karim Medical Centre', 'Ward 5, Bed 12'],
  ['Abdul Karim Hospital', 'Abdul Karim Road 5, Bed 24, Room 1204-1206'],
  ['ঢাকা মেডিকেল কলেজ হাসপাতাল', null],
])('%s at %s is a place', (hospitalName, hospitalLocation) => {
  const { values } = checkForm(BloodRequestForm, { ...validForm, hospitalName, hospitalLocation })
  expect(values).toMatchObject({ hospitalName, hospitalLocation })
})

const link = (label: string) =>
  `${label} cannot contain a link or an email address: write only the name, with a blank after each dot.`

const AT_LEAST_ONE = 'Units required must be at least 1.'
test.each([
  ['unitsRequired', 0, AT_LEAST_ONE],
  ['unitsRequired', -3, AT_LEAST_ONE],
  ['unitsRequired', '2 units', 'Units required must be a whole number.'],
  ['unitsRequired', null, AT_LEAST_ONE],
  ['unitsRequired', Number.NaN, 'Units required must be a whole number.'],
  ['unitsRequired', 1.5, 'Units required must be a whole number.'],
  ['unitsRequired', 101, 'Units required must be at most 100.'],
  ['unitsRequired', 1e20, 'Units required must be at most 100.'],
  ['urgency', 'yesterday', 'Please select an urgency.'],
  ['requiredBloodGroup', 'C+', 'Please select a blood group.'],
  ['patientName', 'x'.repeat(121), 'Patient Name must be at most 120 characters long.'],
  ['hospitalName', 'You won! Claim at https://evil.example/login', link('Hospital')],
  ['hospitalName', 'evil。example', link('Hospital')],
  ['hospitalLocation', 'bit.ly/x', link('Hospital Location')],
  ['hospitalName', 'x'.repeat(161), 'Hospital must be at most 160 characters long.'],
  ['hospitalLocation', 'x'.repeat(201), 'Hospital Location must be at most 200 characters long.'],
  ['contactPerson', 'x'.repeat(121), 'Contact Person must be at most 120 characters long.'],
  ['additionalInfo', 'x'.repeat(2001), 'Additional Info must be at most 2000 characters long.'],
  ['status', 'fulfilled', 'status cannot be set here.'],
  ['userId', 'x', 'userId cannot be set here.'],
  ['requestedAt', '2020-01-01', 'requestedAt cannot be set here.'],
])('%s as %j is refused', (name, value, message) => {
  expect(checkForm(BloodRequestForm, { ...validForm, [name]: value }).fault).toEqual({
    message,
    fields: { [name]: message },
  })
})
