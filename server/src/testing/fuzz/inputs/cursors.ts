import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import fc from 'fast-check'

const times = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map(date => date.toISOString())

const ODD_TIMES = [
  '0000-01-01T00:00:00.000Z',
  '+012026-01-01T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '2024-02-30T00:00:00.000Z',
  'infinity',
  'now',
]
const ODD_TEXTS = ['\0', 'a\0', '\ud800', '', '%', "'"]
const ODD_IDS = ['00000000-0000-0000-0000-000000000000', 'g'.repeat(36), '', "'"]

const usually = <T>(right: fc.Arbitrary<T>, ...odd: T[]) =>
  fc.oneof({ weight: 2, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...odd) })

const keyTimes = usually(times, ...ODD_TIMES)
const keyDates = usually(
  times.map(time => time.slice(0, 10)),
  ...['2026-02-30', '0000-01-01', 'today'],
)
const keyGroups = usually(fc.constantFrom<string>(...BLOOD_GROUPS), 'C+')
const keyTexts = usually(fc.string(), ...ODD_TEXTS)
const keyIds = usually(fc.uuid(), ...ODD_IDS)

/**
 * Cursors (`after`) in the server's format and in formats that somebody who decoded one might try. Their content is in
 * no schema.
 */
export const cursors: fc.Arbitrary<string> = fc
  .oneof(
    fc.tuple(keyTimes, keyIds),
    fc.tuple(keyTexts, keyIds),
    fc.tuple(keyDates, keyGroups, fc.boolean(), fc.boolean(), keyTimes, keyIds),
    fc.array(fc.jsonValue(), { maxLength: 4 }),
    fc.jsonValue(),
  )
  .map(values => Buffer.from(JSON.stringify(values)).toString('base64url'))
