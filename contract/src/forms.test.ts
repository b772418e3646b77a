import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkForm, Id, optionalLine, optionalText, requiredLine, withRequired } from './forms.ts'

const MISSING = 'Please fill in all required fields: Name and Town.'
const Form = withRequired(
  z.strictObject({
    name: requiredLine('Name', 10),
    town: requiredLine('Town', 10),
    street: optionalLine('Street', 10),
    notes: optionalText('Notes', 20),
  }),
  { required: ['name', 'town'], missing: MISSING },
)
const right = { name: 'Rima', town: 'Dhaka' }
const faultOf = (form: unknown) => checkForm(Form, form).fault

test('what is right comes out trimmed, with null for what was left blank', () => {
  const typed = { name: '  Rima ', town: 'ঢাকা', street: '   ', notes: ' two\nlines\t' }
  expect(checkForm(Form, typed)).toEqual({
    values: { name: 'Rima', town: 'ঢাকা', street: null, notes: 'two\nlines' },
  })
  expect(checkForm(Form, right).values).toEqual({ ...right, street: null, notes: null })
})

test.each([
  ['left out', { town: 'Dhaka' }],
  ['null', { ...right, name: null }],
  ['empty', { ...right, name: '' }],
  ['blank', { ...right, name: ' \t ' }],
  ['a zero-width space', { ...right, name: '\u200b' }],
  ['joiners and direction marks', { ...right, name: '\u200d\u200c \u202e\ufeff\u00ad' }],
  ['fillers of Hangul', { ...right, name: '\u3164\uffa0\u115f' }],
  ['an empty Braille cell', { ...right, name: '\u2800' }],
  ['variation selectors and tags', { ...right, name: '\ufe0f\u{e0041}' }],
  ['a combining mark alone', { ...right, name: '\u0301' }],
  ['a null note', { ...right, name: '\u{1d159}' }],
])('a required field that is %s gives the sentence of the form and marks the field', (_, form) => {
  expect(faultOf(form)).toEqual({ message: MISSING, fields: { name: 'Name is required.' } })
})

test.each([
  'Zoë',
  'Zoe\u0308',
  'রহমান',
  'ক্ষ',
  'র\u200d্যাব',
  'می\u200cخواهم',
  '👩\u200d⚕️',
  '\u200bRima',
  '한',
  '7',
  '-',
])('%s can be seen, and is stored as it was typed', name => {
  expect(checkForm(Form, { ...right, name }).values?.name).toBe(name)
})

test('a field that may be left out is blank when nothing in it can be seen', () => {
  const { values } = checkForm(Form, { ...right, street: '\u200b', notes: '\u3164\n\u2800' })
  expect(values).toMatchObject({ street: null, notes: null })
})

test('a missing field speaks before one that is wrong, and every field at fault is marked', () => {
  expect(faultOf({ name: 'x'.repeat(11), town: '' })).toEqual({
    message: MISSING,
    fields: { name: 'Name must be at most 10 characters long.', town: 'Town is required.' },
  })
})

test('of two faults of one field the first is told', () => {
  expect(faultOf({ ...right, name: `${'x'.repeat(11)}\0` })?.fields).toEqual({
    name: 'Name must be at most 10 characters long.',
  })
})

test.each([null, undefined, [], 'name=Rima', 7, true])(
  'of %j, which is no form, everything is missing',
  it => {
    expect(faultOf(it)).toEqual({ message: MISSING, fields: {} })
  },
)

test('without required fields, what is no form is told so', () => {
  const { fault } = checkForm(z.strictObject({ id: Id }), null)
  expect(fault).toEqual({ message: 'This is not in the form that is expected here.', fields: {} })
})

test.each(['role', 'userId', 'toString', 'constructor'])(
  'a field %s that is not in the form is named',
  name => {
    expect(faultOf({ ...right, [name]: 'admin' })).toEqual({
      message: `${name} cannot be set here.`,
      fields: { [name]: `${name} cannot be set here.` },
    })
  },
)

test('a field without a name is told apart from what is no form at all', () => {
  const message = 'A field without a name cannot be set here.'
  expect(faultOf({ ...right, '': 'admin' })).toEqual({ message, fields: { '': message } })
})

test.each([
  [z.boolean(), {}, 'Expected: boolean.'],
  [z.enum(['asc', 'desc']), 'up', 'Expected one of: asc, desc.'],
  [z.number().check(z.minimum(1)), 0, 'Expected at least 1.'],
  [z.number().check(z.maximum(300)), 301, 'Expected at most 300.'],
  [z.email(), 'rima', 'This is not what is expected here.'],
])('where a schema has no sentence of its own, one is said', (schema, value, message) => {
  expect(checkForm(z.strictObject({ field: schema }), { field: value }).fault).toEqual({
    message,
    fields: { field: message },
  })
})

test.each([
  ['a NUL', 'Ri\0ma'],
  ['a line break in one line', 'Ri\nma'],
  ['a control character', 'Ri\u009bma'],
  ['half of a surrogate pair', 'Ri\ud83dma'],
])('%s cannot be stored', (_, name) => {
  expect(faultOf({ ...right, name })?.fields).toEqual({
    name: 'Name holds characters that cannot be stored.',
  })
})

test('a text of several lines may break them, and holds no NUL', () => {
  expect(checkForm(Form, { ...right, notes: 'one\r\ntwo' }).values?.notes).toBe('one\r\ntwo')
  expect(faultOf({ ...right, notes: 'one\0two' })?.fields).toHaveProperty('notes')
})

test('an id is one whatever its case, and is compared in small letters', () => {
  const id = '0198f3a0-1234-7abc-8def-0123456789ab'
  expect(Id.parse(id.toUpperCase())).toBe(id)
  for (const none of ['', '7', `${id}0`, "' or 1=1 --"])
    expect(Id.safeParse(none).error?.issues[0]?.message).toBe('This is not an id of ours.')
})
