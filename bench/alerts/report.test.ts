import { expect, test } from 'vitest'
import { type AlertFigures, alertsInMarkdown } from './report.ts'

const figures: AlertFigures = {
  waves: { ours: [10, 20, 12], naive: [100, 500, 72], alerts: [16, 40, 24] },
  deliveries: [1_900, 2_400, 5_100],
}
const lineOf = (figures: AlertFigures, workload: string) =>
  alertsInMarkdown(figures)
    .split('\n')
    .find(line => line.startsWith(`| ${workload}`))

test('the report has the waves in ratio to the naive query, and how long the alerts took', () => {
  expect(lineOf(figures, 'W8')).toBe(
    '| W8 plan one wave, ms | 12.0 (10.0–20.0) | 100.0 (72.0–500.0) | 10.0 (6.0–25.0) | 5 × | 20 × | floor |',
  )
  expect(lineOf(figures, 'W11')).toBe(
    '| W11 deliver 1,000 alerts, ms | 2400 (1900–5100) | – | – | 5000 | 2000 | floor |',
  )
})

test.each([
  [2_000, 'goal'],
  [2_001, 'floor'],
  [5_001, '**neither**'],
])('1,000 alerts in %d ms: %s', (ms, verdict) => {
  expect(lineOf({ ...figures, deliveries: [ms] }, 'W11')).toContain(`| ${verdict} |`)
})
