import { expect, test } from 'vitest'
import { failedAudits, type Report } from './failed-audits.ts'

const audit = (more: Partial<Report['audits'][string]>): Report['audits'][string] => ({
  ...{ title: 'Image elements have alt attributes', score: 0, scoreDisplayMode: 'binary' },
  ...more,
})

/** A report on one category. */
const aReport = (audits: Report['audits'], weights: Record<string, number> = {}): Report => ({
  categories: {
    accessibility: { auditRefs: Object.keys(audits).map(id => ({ id, weight: weights[id] ?? 1 })) },
  },
  audits,
})

test('a failed audit is reported with its score and its places', () => {
  const items = [
    { node: { snippet: '<img\n  src="a.png">', explanation: 'Has no alt.' } },
    { url: '/a.js', wastedBytes: 31_000 },
    { url: '/a.js', wastedBytes: 31_000 },
    { items: [{ groupLabel: 'Script Evaluation', duration: 812.4 }] },
    { description: 'Some advice.' },
  ]
  const report = aReport({ alt: audit({ score: 0.5, displayValue: '2 images', details: { items } }) })
  expect(failedAudits(report)).toEqual([
    'accessibility: Image elements have alt attributes (2 images), 50 of 100: `<img src="a.png">` (Has no alt.), `/a.js` (31000 bytes), `Script Evaluation` (812 ms)',
  ])
})

test('passed and informative audits are left out', () => {
  const report = aReport({
    passed: audit({ score: 1 }),
    unmeasured: audit({ score: null }),
    informative: audit({ scoreDisplayMode: 'informative' }),
    notApplicable: audit({ scoreDisplayMode: 'notApplicable' }),
  })
  expect(failedAudits(report)).toEqual([])
})

test('audits are sorted by weight', () => {
  const report = aReport(
    { light: audit({ title: 'Light' }), heavy: audit({ title: 'Heavy' }) },
    { heavy: 25 },
  )
  expect(failedAudits(report)).toEqual(['accessibility: Heavy, 0 of 100', 'accessibility: Light, 0 of 100'])
})
