import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const COLOUR = /--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g
const colours = new Map(
  [...css.matchAll(COLOUR)].map(([, name, light, dark, both]) => [name, [light ?? both, dark ?? both]]),
)

const MIN_TEXT_CONTRAST = 4.5
/** For edges of controls and for icons. */
const MIN_SHAPE_CONTRAST = 3

const GROUNDS = ['ground', 'surface', 'sunken']
const pairs: [string, string, number][] = [
  ...['ink', 'ink-soft', 'brand-ink', 'error', 'success', 'warning'].flatMap(ink =>
    GROUNDS.map((ground): [string, string, number] => [ink, ground, MIN_TEXT_CONTRAST]),
  ),
  ...['error', 'success', 'warning', 'info'].map((kind): [string, string, number] => [
    kind,
    `${kind}-soft`,
    MIN_TEXT_CONTRAST,
  ]),
  ...['brand-soft', 'success-soft'].flatMap(ground =>
    ['ink', 'ink-soft', 'brand-ink'].map((ink): [string, string, number] => [ink, ground, MIN_TEXT_CONTRAST]),
  ),
  ['surface', 'success', MIN_TEXT_CONTRAST],
  ['on-brand', 'brand', MIN_TEXT_CONTRAST],
  ['on-brand', 'brand-strong', MIN_TEXT_CONTRAST],
  ['surface', 'ink', MIN_TEXT_CONTRAST],
  ...['line-strong', 'focus', 'brand'].map((shape): [string, string, number] => [
    shape,
    'surface',
    MIN_SHAPE_CONTRAST,
  ]),
  ...GROUNDS.map((ground): [string, string, number] => ['focus', ground, MIN_SHAPE_CONTRAST]),
]

const themes = ['light', 'dark']

test.each(
  pairs.flatMap(([ink, ground, minimum]) => themes.map(theme => [ink, ground, theme, minimum] as const)),
)('%s has enough contrast on %s in the %s theme', (ink, ground, theme, minimum) => {
  const at = themes.indexOf(theme)
  expect(contrast(colours.get(ink)?.[at], colours.get(ground)?.[at])).toBeGreaterThanOrEqual(minimum)
})

/** The ratio of WCAG 2. */
function contrast(one = '', other = '') {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
