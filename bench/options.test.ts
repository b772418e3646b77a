import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

const read = (line: string) => readOptions(line.split(' ').filter(Boolean))
const namesOf = (line: string) => read(line).workloads.map(({ id }) => id)

test('without options everything is measured and saved', () => {
  expect(namesOf('')).toEqual(['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7', 'W10', 'W12'])
  expect(read('')).toMatchObject({
    scale: 1,
    connections: 16,
    hasAlerts: true,
    out: 'bench/results.md',
  })
})

test.each(['--only W1', '--connections 64', '--quick', '--alerts', '--arrival'])(
  'partial results are printed, not saved: %s',
  words => {
    expect(read(words)).toMatchObject({ out: null })
    expect(read(`${words} --out mine.md`).out).toMatch(/^(\/.*\/)?mine\.md$/)
  },
)

test('options select what is measured, and how', () => {
  expect(namesOf('--only W3,W1')).toEqual(['W3', 'W1'])
  expect(read('--only W3 --connections 8 --rounds 3 --seconds 0.5')).toMatchObject({
    connections: 8,
    rounds: 3,
    seconds: 0.5,
  })
  expect(namesOf('--alerts --only W2')).toEqual(['W2'])
  expect(namesOf('--alerts')).toEqual([])
  expect(read('--alerts').hasAlerts).toBe(true)
  expect(read('--only W1').hasAlerts).toBe(false)
  expect(read('--arrival --before /elsewhere')).toMatchObject({
    hasArrival: true,
    before: '/elsewhere',
    rounds: 9,
  })
})

test.each([
  ['--only W9', 'W9'],
  ['--rounds none', '--rounds is not a whole number above 0'],
  ['--rounds 0', '--rounds'],
  ['--connections 1.5', '--connections'],
  ['--scale 0', '--scale'],
  ['--slowly', "Unknown option '--slowly'"],
  ['--before /elsewhere', '--before'],
  ['--arrival --only W1', '--arrival'],
])('%s is refused', (words, message) => {
  expect(() => read(words)).toThrow(message)
})
