import { expect, test } from 'vitest'
import { addTo, createTurns, isEmpty, removeFrom, takeNext } from './turns.ts'

test('the next is taken in turn of the networks, and of the accounts in them, without those that are full', () => {
  const turns = createTurns<string>()
  const add = (...path: string[]) => {
    const [place = ''] = path.splice(2)
    addTo(turns, path, `${path.join('')}${place}`)
  }
  for (const place of ['1', '2', '3']) add('A', 'rima', place)
  add('B', 'karim', '1')
  add('A', 'nadia', '1')
  add('A', 'nadia', '2')
  add('B', 'karim', '2')
  removeFrom(turns, ['A', 'rima'], 'Arima2')
  removeFrom(turns, ['C', 'nobody'], 'Cnobody1')
  const taken = Array.from({ length: 6 }, () => takeNext(turns))
  expect(taken).toEqual(['Arima1', 'Bkarim1', 'Anadia1', 'Bkarim2', 'Arima3', 'Anadia2'])
  expect([takeNext(turns), isEmpty(turns)]).toEqual([undefined, true])
  for (const network of ['A', 'B']) add(network, 'rima', '5')
  expect(takeNext(turns, key => key !== 'A')).toBe('Brima5')
  expect(takeNext(turns, key => key !== 'rima')).toBeUndefined()
  expect(takeNext(turns)).toBe('Arima5')
  add('A', 'rima', '4')
  removeFrom(turns, ['A', 'rima'], 'Arima4')
  expect(isEmpty(turns)).toBe(true)
})
