import { publicHospitalOf } from '@blood-bank/contract/blood-requests/public-hospital'
import { COMPONENTS, type Component } from '@blood-bank/contract/donors/components'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isGsm7, septets } from '../../../platform/text-messages/segment.ts'
import { alertText } from './compose-alert-text.ts'

const TIME_ZONE = 'Asia/Dhaka'
/** 15:00 in Dhaka. */
const NOW = new Date('2026-11-19T09:00:00Z')
const PATH = `/a#${'k'.repeat(22)}`

type Asked = {
  hospitalName?: string
  neededBy?: string | Date | null
  host?: string
  patientName?: string
  component?: Component
}

function textFor({
  hospitalName = 'BIRDEM Hospital',
  neededBy = null,
  host,
  patientName,
  component = 'blood',
}: Asked = {}) {
  const typed = { hospitalName, patientName: patientName ?? 'Salma Khatun', contactPerson: 'Nadia Karim' }
  const hospital = publicHospitalOf(typed)
  return alertText(
    {
      requiredBloodGroup: 'O+',
      component,
      neededBy: typeof neededBy === 'string' ? new Date(neededBy) : neededBy,
      hospitalAs: convert =>
        hospital === null ? null : publicHospitalOf({ ...typed, hospitalName: convert(hospital) }) || null,
    },
    { url: `https://${host ?? 'blood.example.edu'}${PATH}`, timeZone: TIME_ZONE, now: NOW },
  )
}
const END = `Can you come? https://blood.example.edu${PATH} (no replies; stop there)`

test('the text says what is needed where and until when, and where to answer', () => {
  expect(textFor({ neededBy: '2026-11-19T12:00:00Z' })).toBe(
    `O+ needed urgently at BIRDEM Hospital by 6 pm. ${END}`,
  )
})

test.each([
  ['2026-11-19T12:30:00Z', 'by 6:30 pm.'],
  ['2026-11-20T12:30:00Z', 'by 6:30 pm tomorrow.'],
  ['2026-11-19T18:00:00Z', 'by midnight.'],
  ['2026-11-20T18:00:00Z', 'by midnight tomorrow.'],
  ['2026-11-19T18:05:00Z', 'by 12:05 am tomorrow.'],
  ['2026-11-20T06:00:00Z', 'by noon tomorrow.'],
  ['2026-11-22T06:15:00Z', 'by 12:15 pm on Nov 22.'],
])('a request that needs blood by %s says «%s»', (neededBy, said) => {
  expect(textFor({ neededBy })).toContain(`at BIRDEM Hospital ${said} Can you come?`)
})

test.each([
  ['ঢাকা মেডিকেল কলেজ', ''],
  ['ঢাকা মেডিকেল (DMCH)', ' at DMCH'],
  ['Dhaka Medical (ঢাকা মেডিকেল)', ' at Dhaka Medical'],
  ['Hôpital Sainte–Thérèse', ' at Hopital Sainte-Thérèse'],
  ['Dr. M. R. Khan’s Children’s Hospital', " at Dr. M. R. Khan's Children's Hospital"],
  [
    'Dhaka Medical College Hospital and Research Institute',
    ' at Dhaka Medical College Hospital and Research...',
  ],
  ['Rajshahi'.repeat(12), ''],
  // What the characters that are left out had hidden.
  ['evil.কcom Hospital', ''],
  ['Ward 01711-২222333', ''],
])('the hospital «%s» is written as «%s»', (hospitalName, said) => {
  expect(textFor({ hospitalName })).toBe(`O+ needed urgently${said}. ${END}`)
})

test('a name that another alphabet would show is left out', () => {
  expect(textFor({ hospitalName: 'Ward of Sālma', patientName: 'Salma Khatun' })).not.toMatch(/Salma/)
})

test.each<[Component, [number, string][]]>([
  [
    'blood',
    [
      [60, 'O+ needed urgently at Dhaka Medical College by 6 pm. Can you come? URL (no replies; stop there)'],
      [72, 'O+ needed urgently at Dhaka Medical... by 6 pm. Can you come? URL (no replies; stop there)'],
      [85, 'O+ needed urgently by 6 pm. Can you come? URL (no replies; stop there)'],
      [100, 'O+ needed urgently. Can you come? URL (no replies; stop there)'],
      [110, 'O+ needed urgently: URL (no replies; stop there)'],
      [135, 'O+ needed urgently: URL'],
    ],
  ],
  [
    'apheresis-platelets',
    [
      [
        48,
        'PLATELETS O+ needed urgently at Dhaka... by 6 pm (by machine, 90 min). Can you come? URL (no replies; stop there)',
      ],
      [
        55,
        'PLATELETS O+ needed urgently by 6 pm (by machine, 90 min). Can you come? URL (no replies; stop there)',
      ],
      [70, 'PLATELETS O+ needed urgently (by machine, 90 min). Can you come? URL (no replies; stop there)'],
      [80, 'PLATELETS O+ needed urgently (by machine, 90 min): URL (no replies; stop there)'],
      [100, 'PLATELETS O+ needed urgently: URL (no replies; stop there)'],
      [130, 'PLATELETS O+ needed urgently: URL'],
    ],
  ],
  [
    'pooled-platelets',
    [
      [
        60,
        'PLATELETS O+ needed urgently at Dhaka Medical... by 6 pm. Can you come? URL (no replies; stop there)',
      ],
    ],
  ],
])(
  'a long address for %s is never shortened: the hospital is, then the rest is left out',
  (component, texts) => {
    for (const [length, said] of texts) {
      const host = `${'b'.repeat(length - 'https://.edu'.length - PATH.length)}.edu`
      const asked = {
        hospitalName: 'Dhaka Medical College',
        neededBy: '2026-11-19T12:00:00Z',
        host,
        component,
      }
      expect(textFor(asked).replace(/https:\S+/, 'URL'), String(length)).toBe(said)
    }
  },
)

test('the text fits into one segment with its whole address, whatever the hospital and the site are called', () => {
  const characters = fc.constantFrom(...'abcZÉéñßÇ€{}[]~^|\\@_ "\'.,&()0123456789আকঢ়🏥–’\u200b\t')
  const words = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: characters })), {
    maxLength: 12,
  })
  const host = fc.integer({ min: 1, max: 100 }).map(length => `${'h'.repeat(length)}.edu`)
  const neededBy = fc.option(fc.integer({ min: 1, max: 30 * 24 * 60 }))
  fc.assert(
    fc.property(fc.constantFrom(...COMPONENTS), words, host, neededBy, (component, words, host, minutes) => {
      const text = textFor({
        hospitalName: words.join(' '),
        host,
        component,
        neededBy: minutes === null ? null : new Date(NOW.getTime() + minutes * 60_000),
      })
      expect(isGsm7(text)).toBe(true)
      expect(septets(text)).toBeLessThanOrEqual(160)
      expect(text).toMatch(
        component === 'blood' ? /^O\+ needed urgently/ : /^PLATELETS O\+( needed urgently|: )/,
      )
      expect(text.split(' ')).toContain(`https://${host}${PATH}`)
    }),
  )
})
