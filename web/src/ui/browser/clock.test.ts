import { afterEach, expect, test, vi } from 'vitest'
import { currentTime, followTime, holdTime, setTime } from './clock.ts'

const MORNING = new Date('2026-11-28T10:00:00Z')
const after = (seconds: number) => new Date(MORNING.getTime() + seconds * 1_000)

afterEach(() => vi.useRealTimers())

test('the clock goes by the server, also on a phone that is a week fast, after a sleep, and while it is held', () => {
  vi.useFakeTimers({ now: new Date('2026-12-05T10:00:00Z') })
  setTime(MORNING)
  vi.advanceTimersByTime(5_000)
  expect(currentTime()).toEqual(after(5))
  followTime(after(65).toUTCString(), Date.now())
  expect(currentTime()).toEqual(after(65))
  holdTime(MORNING)
  expect(currentTime()).toEqual(MORNING)
  holdTime(null)
  const askedAt = Date.now()
  // Asleep: timers stand still, the clock of the device does not.
  vi.setSystemTime(askedAt + 600_000)
  expect(currentTime()).toEqual(after(665))
  followTime(after(66).toUTCString(), askedAt)
  expect(currentTime(), 'the reply was long on its way').toEqual(after(665))
})
