import { expect, test } from 'vitest'
import { fillTemplate } from './page-template.ts'

test('values are inserted as escaped text', () => {
  expect(fillTemplate('<title>{{brandName}}</title>', { brandName: '<b>Ours & "theirs"</b> $&' })).toBe(
    '<title>&lt;b&gt;Ours &amp; &quot;theirs&quot;&lt;/b&gt; $&amp;</title>',
  )
})
