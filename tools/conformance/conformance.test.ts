import { expect, test } from 'vitest'
import { readConformance, readSources } from './document.ts'
import { messageFaults, rowFaults } from './faults.ts'

const rows = readConformance()
const sources = readSources()

test('every clause of the specification names the code that does it and a test of it', () => {
  expect(rows.length).toBeGreaterThan(280)
  expect(rowFaults(rows, sources)).toEqual([])
})

test('every message of the specification stands in the sources once, to the letter', () => {
  expect(rows.flatMap(({ messages }) => messages).length).toBeGreaterThan(40)
  expect(messageFaults(rows, sources)).toEqual([])
})
