import { expect, test } from 'vitest'
import { html } from './html.ts'

test('texts are escaped wherever they stand, and markup is not escaped twice', () => {
  const odd = `<script>alert("1" & '2')</script>`
  const escaped = '&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;'
  const items = [1, 2].map(number => html`<li>${number}: ${odd}</li>`)
  expect(html`<p title="${odd}">${odd}</p>${items}${null}${false}`.markup).toBe(
    `<p title="${escaped}">${escaped}</p><li>1: ${escaped}</li><li>2: ${escaped}</li>`,
  )
})
