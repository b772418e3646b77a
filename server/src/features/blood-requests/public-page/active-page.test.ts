import { expect, test } from 'vitest'
import { describeWhen } from './active-page.ts'

// In Dhaka it is the 25th, 23:00.
const NOW = new Date('2026-11-25T17:00:00Z')
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const when = (need: Partial<Parameters<typeof describeWhen>[0]>) =>
  describeWhen(
    { urgency: 'urgent', unitsLeft: 1, neededBy: null, statedAt: NOW, unconfirmedSince: null, ...need },
    { now: NOW, timeZone: 'Asia/Dhaka' },
  )

test.each<[string, Parameters<typeof when>[0], string | null]>([
  ['urgent', {}, 'today'],
  ['urgent, stated yesterday', { statedAt: inHours(-24) }, 'today'],
  ['urgent, stated days ago', { statedAt: inHours(-70) }, null],
  ['planned', { urgency: 'low' }, 'soon'],
  ['moderate, just posted', { urgency: 'moderate' }, 'by Nov 27'],
  ['moderate, posted yesterday', { urgency: 'moderate', statedAt: inHours(-24) }, 'by tomorrow'],
  ['moderate, posted two days ago', { urgency: 'moderate', statedAt: inHours(-47.5) }, 'today'],
  ['moderate, posted three days ago', { urgency: 'moderate', statedAt: inHours(-72) }, null],
  ['needed before midnight', { neededBy: inHours(0.9) }, 'today'],
  ['needed after midnight', { neededBy: inHours(1) }, 'by tomorrow'],
  ['needed on another day, whatever the urgency', { neededBy: inHours(24 * 41) }, 'by Jan 5'],
  ['needed earlier today', { neededBy: inHours(-1) }, null],
  ['not confirmed', { unconfirmedSince: inHours(-1) }, null],
  ['all units given', { unitsLeft: 0 }, null],
])('a request that is %s says when blood is needed', (_, need, words) => {
  expect(when(need)).toBe(words)
})
