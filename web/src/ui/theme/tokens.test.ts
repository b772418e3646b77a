import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const COLOUR = /--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g
const colours = new Map(
  [...css.matchAll(COLOUR)].map(([, name, light, dark, both]) => [name, [light ?? both, dark ?? both]]),
)

const TEXT = 4.5
/** The edge of a control, or a mark: what has to be seen, not read. */
const SHAPE = 3

const GROUNDS = ['ground', 'surface', 'sunken']
const pairs: [string, string, number][] = [
  ...['ink', 'ink-soft', 'link', 'error', 'success', 'warning'].flatMap(ink =>
    GROUNDS.map((ground): [string, string, number] => [ink, ground, TEXT]),
  ),
  ...['error', 'success', 'warning', 'info'].map((kind): [string, string, number] => [
    kind,
    `${kind}-soft`,
    TEXT,
  ]),
  ...['ink', 'ink-soft', 'link'].map((ink): [string, string, number] => [ink, 'brand-soft', TEXT]),
  ['on-brand', 'brand', TEXT],
  ['on-brand', 'brand-strong', TEXT],
  ['surface', 'ink', TEXT],
  ...['line-strong', 'focus', 'brand'].map((shape): [string, string, number] => [shape, 'surface', SHAPE]),
  ...GROUNDS.map((ground): [string, string, number] => ['focus', ground, SHAPE]),
]

const themes = ['light', 'dark']

test.each(pairs.flatMap(([ink, ground, least]) => themes.map(theme => [ink, ground, theme, least] as const)))(
  'a tired eye tells %s from %s in the %s theme',
  (ink, ground, theme, least) => {
    const at = themes.indexOf(theme)
    expect(contrast(colours.get(ink)?.[at], colours.get(ground)?.[at])).toBeGreaterThanOrEqual(least)
  },
)

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
