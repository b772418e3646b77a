import { expect, test } from 'vitest'
import { untilTheFileIsDone } from './running-product.ts'

test('a test cannot ask for an end after its file, which would never come', () => {
  expect(untilTheFileIsDone).toThrow('at the top of the file')
})

untilTheFileIsDone()
