import { expect, test } from 'vitest'
import { formatFaults } from './clauses.ts'
import { readConformance, readDocument, readSources } from './document.ts'
import { linkFaults, messageFaults } from './faults.ts'

const clauses = readConformance()
const sources = readSources()

test('every clause of the specification names the code that implements it and a test of it', () => {
  expect(clauses.length).toBeGreaterThan(280)
  expect(linkFaults(clauses, sources)).toEqual([])
})

test('every message of the specification occurs in the sources once, to the letter', () => {
  expect(clauses.flatMap(({ messages }) => messages).length).toBeGreaterThan(40)
  expect(messageFaults(clauses, sources)).toEqual([])
})

test('the document can be read line by line in a review', () => {
  expect(formatFaults(readDocument())).toEqual([])
})
