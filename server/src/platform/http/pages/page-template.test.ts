import { expect, test } from 'vitest'
import { fillTemplate } from './page-template.ts'

test('values are inserted as escaped text', () => {
  expect(fillTemplate('<title>{{brandName}}</title>', { brandName: '<b>Ours & "theirs"</b> $&' })).toBe(
    '<title>&#60;b&#62;Ours &#38; &#34;theirs&#34;&#60;/b&#62; $&#38;</title>',
  )
})

test('a link without a URL is removed', () => {
  const links = '<a class="x" href="{{website}}" rel="y">Website</a><a href="{{facebook}}">Facebook</a>'
  expect(fillTemplate(links, { website: null, facebook: 'https://facebook.com/a?b&c' })).toBe(
    '<a href="https://facebook.com/a?b&#38;c">Facebook</a>',
  )
})
