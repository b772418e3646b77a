import { expect, test } from 'vitest'
import { readCsv } from '../../../testing/http/read-csv.ts'
import { csvLines, escapeFormulas } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['\nx', "'\nx"],
  ['  =1', "'  =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\0=1', "'\0=1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['−1', "'−1"],
  ['\t=1', "'\t'=1"],
  ['\r\n=1', "'\r\n'=1"],
  ['Rima;=1', "Rima;'=1"],
  ['Rima; =1', "Rima;' =1"],
  ['Rima\t=1', "Rima\t'=1"],
  ['Call first\n=1', "Call first\n'=1"],
  ['Call first\n\n- Rima', "Call first\n\n'- Rima"],
  ['+880 1712-345678', "'+880 1712-345678"],
  ['=HYPERLINK("https://evil.example","x")', `'=HYPERLINK("https://evil.example","x")`],
])('%j is escaped, so that no spreadsheet reads a formula', (text, plain) =>
  expect(escapeFormulas(text)).toBe(plain),
)

test.each([
  'O-',
  'AB+',
  '01712-345678',
  'CSE-2021-017',
  'a=b',
  'rima+1@example.edu',
  "O'Neil",
  '',
  '  ',
  '১',
])('%j is not changed', text => expect(escapeFormulas(text)).toBe(text))

test('quotes, commas and line breaks stay within their cell; numbers are unquoted, and null is empty', () => {
  const cells = ['say "now"', 'a, b', '=1', 'one\r\ntwo', 'রিমা 😀', '', 7, null]
  const line = csvLines([cells])
  expect(line).toBe('"say ""now""","a, b","\'=1","one\r\ntwo","রিমা 😀","",7,\r\n')
  expect(readCsv(`\uFEFF${line}`)).toEqual([
    ['say "now"', 'a, b', "'=1", 'one\r\ntwo', 'রিমা 😀', '', '7', ''],
  ])
})

test.each(['a,b\r\n', '\uFEFFa,b', '\uFEFFa"b\r\n', '\uFEFF"a"b\r\n', '\uFEFF"a\r\n', '\uFEFFa\nb\r\n'])(
  'the reader of the tests rejects %j',
  text => expect(() => readCsv(text)).toThrow(),
)
