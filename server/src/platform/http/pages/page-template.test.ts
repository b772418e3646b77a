import { expect, test } from 'vitest'
import { fillTemplate } from './page-template.ts'

test('values are inserted as escaped text', () => {
  expect(fillTemplate('<title>{{brandName}}</title>', { brandName: '<b>Ours & "theirs"</b> $&' })).toBe(
    '<title>&lt;b&gt;Ours &amp; &quot;theirs&quot;&lt;/b&gt; $&amp;</title>',
  )
})

test('a link without a URL is removed', () => {
  const links = '<a class="x" href="{{website}}" rel="y">Website</a><a href="{{facebook}}">Facebook</a>'
  expect(fillTemplate(links, { website: null, facebook: 'https://facebook.com/a?b&c' })).toBe(
    '<a href="https://facebook.com/a?b&amp;c">Facebook</a>',
  )
})
