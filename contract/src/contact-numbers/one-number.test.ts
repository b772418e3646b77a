import { expect, test } from 'vitest'
import { splitExtension } from './one-number.ts'

test.each([
  ['9661551 ext. 12', '9661551', '12'],
  ['9661551, ;ext=12 ', '9661551', '12'],
  ['9661551 / ext 12', '9661551', '12'],
  ['9661551 ; x12', '9661551', '12'],
  ['9661551 ##: 12', '9661551', '12'],
  ['9661551.#12', '9661551.', '12'],
  ['9661551 #ext 12', '9661551 #', '12'],
  ['৯৬৬১৫৫১ এক্সটেনশন ১২', '৯৬৬১৫৫১', '১২'],
])('%s is a number with an extension', (typed, number, extension) => {
  expect(splitExtension(typed)).toEqual({ number, extension })
})

test.each(['9661551', '*123*45#6', '#12345', '9661551 x1234567', '9661551 x 12 34', '9661551 x12 home', ''])(
  '%j has no extension',
  typed => {
    expect(splitExtension(typed)).toEqual({ number: typed, extension: null })
  },
)
