import { expect, test } from 'vitest'
import { inOneLine, readFigures, tableOf } from './figures.ts'

const calls = { tried: 'calls of every kind', trials: 20_000, faults: 0 }
const kills = { tried: 'kill -9 | restart', trials: 20, faults: 1, losses: 0 }

test('figures are read from their JSON', () => {
  for (const figures of [calls, kills]) expect(readFigures(JSON.stringify(figures))).toEqual(figures)
})

test.each([
  ['without what was tried', { trials: 1, faults: 0 }],
  ['without trials', { tried: 'calls', faults: 0 }],
  ['without faults', { tried: 'calls', trials: 1 }],
  ['with half a trial', { tried: 'calls', trials: 0.5, faults: 0 }],
  ['with losses in words', { tried: 'calls', trials: 1, faults: 0, losses: 'none' }],
])('figures %s are refused', (_, figures) => {
  expect(() => readFigures(JSON.stringify(figures))).toThrow(/need|are a number/)
})

test('a line has losses only if something could be lost', () => {
  expect(inOneLine(calls)).toBe('calls of every kind: 20,000 trials, 0 faults')
  expect(inOneLine(kills)).toBe('kill -9 | restart: 20 trials, 1 faults, 0 losses')
})

test('the table has one row per test', () => {
  expect(tableOf([calls, kills]).split('\n').slice(2)).toEqual([
    '| calls of every kind | 20,000 | 0 | – |',
    '| kill -9 \\| restart | 20 | 1 | 0 |',
  ])
})
