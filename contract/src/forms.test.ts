import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { checkForm, Id, maxLength, optionalLine, optionalText, requiredLine, withRequired } from './forms.ts'

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
const validForm = { name: 'Rima', town: 'Dhaka' }
const faultOf = (form: unknown) => checkForm(Form, form).fault

test('valid input is trimmed, and blank optional fields become null', () => {
  const typed = { name: '  Rima ', town: 'ঢাকা', street: '   ', notes: ' two\nlines\t' }
  expect(checkForm(Form, typed)).toEqual({
    values: { name: 'Rima', town: 'ঢাকা', street: null, notes: 'two\nlines' },
  })
  expect(checkForm(Form, validForm).values).toEqual({ ...validForm, street: null, notes: null })
})

test.each([
  ['left out', { town: 'Dhaka' }],
  ['null', { ...validForm, name: null }],
  ['empty', { ...validForm, name: '' }],
  ['blank', { ...validForm, name: ' \t ' }],
  ['a zero-width space', { ...validForm, name: '\u200b' }],
  ['joiners and direction marks', { ...validForm, name: '\u200d\u200c \u202e\ufeff\u00ad' }],
  ['fillers of Hangul', { ...validForm, name: '\u3164\uffa0\u115f' }],
  ['an empty Braille cell', { ...validForm, name: '\u2800' }],
  ['variation selectors and tags', { ...validForm, name: '\ufe0f\u{e0041}' }],
  ['a combining mark alone', { ...validForm, name: '\u0301' }],
  ['a null note', { ...validForm, name: '\u{1d159}' }],
])('a required field that is %s gives the sentence of the form and marks the field', (_, form) => {
  expect(faultOf(form)).toEqual({ message: MISSING, fields: { name: 'Name is required.' } })
})

test.each(['Zoë', 'Zoe\u0308', 'রহমান', 'ক্ষ', 'র\u200d্যাব', 'می\u200cخواهم', '👩\u200d⚕️', '한', '7', '-'])(
  '%s is visible and stored unchanged',
  name => {
    expect(checkForm(Form, { ...validForm, name }).values?.name).toBe(name)
  },
)

test('marks that nobody sees are removed, and joiners are not', () => {
  const marks = '\u00ad\u200b\ufeff\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
  const typed = {
    name: `\u202e ${marks}Ri${marks}ma `,
    town: 'র\u200d্যাব\u200c',
    street: `${marks}Road`,
    notes: '\u200fab',
  }
  expect(checkForm(Form, typed).values).toEqual({
    name: 'Rima',
    town: 'র\u200d্যাব\u200c',
    street: 'Road',
    notes: 'ab',
  })
})

test('a missing field has precedence over an invalid one, and all such fields are marked', () => {
  expect(faultOf({ name: 'x'.repeat(11), town: '' })).toEqual({
    message: MISSING,
    fields: { name: 'Name must be at most 10 characters long.', town: 'Town is required.' },
  })
})

test('only the first of two problems of a field is reported', () => {
  expect(faultOf({ ...validForm, name: `${'x'.repeat(11)}\0` })?.fields).toEqual({
    name: 'Name must be at most 10 characters long.',
  })
})

test.each([null, undefined, [], 'name=Rima', 7, true])(
  'in %j, which is not an object, every field is missing',
  it => {
    expect(faultOf(it)).toEqual({ message: MISSING, fields: {} })
  },
)

test('without required fields, input that is not an object gets a general sentence', () => {
  const { fault } = checkForm(z.strictObject({ id: Id }), null)
  expect(fault).toEqual({ message: 'The input does not have the expected format.', fields: {} })
})

test.each(['role', 'userId', 'toString', 'constructor'])('an unknown field %s is named', name => {
  expect(faultOf({ ...validForm, [name]: 'admin' })).toEqual({
    message: `${name} cannot be set here.`,
    fields: { [name]: `${name} cannot be set here.` },
  })
})

test('a field with an empty name is not mistaken for the whole form', () => {
  const message = 'A field without a name cannot be set here.'
  expect(faultOf({ ...validForm, '': 'admin' })).toEqual({ message, fields: { '': message } })
})

test.each([
  [z.boolean(), {}, 'Expected: boolean.'],
  [z.enum(['asc', 'desc']), 'up', 'Expected one of: asc, desc.'],
  [z.number().check(z.minimum(1)), 0, 'Expected at least 1.'],
  [z.number().check(z.maximum(300)), 301, 'Expected at most 300.'],
  [z.email(), 'rima', 'This value is not valid.'],
])('a schema without a sentence of its own gets a default one', (schema, value, message) => {
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
  expect(faultOf({ ...validForm, name })?.fields).toEqual({
    name: 'Name contains characters that cannot be stored.',
  })
})

test('a text of several lines may contain line breaks but no NUL', () => {
  expect(checkForm(Form, { ...validForm, notes: 'one\r\ntwo' }).values?.notes).toBe('one\r\ntwo')
  expect(faultOf({ ...validForm, notes: 'one\0two' })?.fields).toHaveProperty('notes')
})

test('ids are accepted in any case and converted to lower case', () => {
  const id = '0198f3a0-1234-7abc-8def-0123456789ab'
  expect(Id.parse(id.toUpperCase())).toBe(id)
  for (const none of ['', '7', `${id}0`, "' or 1=1 --"])
    expect(Id.safeParse(none).error?.issues[0]?.message).toBe('This is not a valid id.')
})

test('a text that is too long is not looked at by other checks', () => {
  const isAllowed = vi.fn(() => true)
  const Name = z.string().check(z.trim(), maxLength(4, 'Too long.'), z.refine(isAllowed))
  expect(Name.safeParse('Rimas').error?.issues.map(({ message }) => message)).toEqual(['Too long.'])
  expect(isAllowed).not.toHaveBeenCalled()
  expect(Name.parse(' Rima ')).toBe('Rima')
  expect(isAllowed).toHaveBeenCalledOnce()
})
