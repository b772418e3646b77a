import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DARK, LIGHT } from './render-mail.ts'

const tokens = readFileSync(new URL('../../../../web/src/ui/theme/tokens.css', import.meta.url), 'utf8')

test.each(Object.keys(LIGHT) as (keyof typeof LIGHT)[])('mails have the colour %s of the pages', name => {
  expect(tokens).toContain(`--${name}: light-dark(${LIGHT[name]}, ${DARK[name]});`)
})
