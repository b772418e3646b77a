import { expect, test } from 'vitest'
import { createEventQueue } from './campus-run.ts'
import { drawsFor } from './draws.ts'

test('events happen in the order of their time, and those of the same time in the order they were added', () => {
  const events = createEventQueue()
  const draws = drawsFor('events')
  const times = Array.from({ length: 300 }, () => draws.whole(0, 50))
  const happened: { time: number; order: number }[] = []
  for (const [order, time] of times.entries()) events.add(time, () => happened.push({ time, order }))
  events.run()
  expect(happened).toEqual(
    times
      .map((time, order) => ({ time, order }))
      .toSorted((one, other) => one.time - other.time || one.order - other.order),
  )
})

test('an event can add others, but none in the past', () => {
  const events = createEventQueue()
  const times: number[] = []
  events.add(5, () => {
    events.add(events.now() + 2, () => times.push(events.now()))
    expect(() => events.add(4, () => {})).toThrow('before')
  })
  events.run()
  expect(times).toEqual([7])
})
