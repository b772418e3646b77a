import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dialable, PhoneLink } from './phone-link.tsx'

test.each([
  ['01712-345678', '01712345678'],
  ['+880 1712 345678', '+8801712345678'],
  ['(02) 5516-1000 ext 12', '0255161000;ext=12'],
  ['01711-123456 ext. 12', '01711123456;ext=12'],
  ['01711123456 x12', '01711123456;ext=12'],
  ['02-9661551 / x52', '029661551;ext=52'],
  ['*123*45#', '12345'],
  ['01712345678 / 01812345678', '01712345678'],
  ['030/123456', '030123456'],
  ['02; 01712345678, 01812345678', '01712345678'],
  ['02-9661551/52', '029661551'],
  ['+44 (0)20 7946-0958 ext. 12', '+442079460958;ext=12'],
  ['０１７１２３４５６７８', '01712345678'],
  ['০১৭১২৩৪৫৬৭৮', null],
])('%s is dialled as %s', (number, digits) => {
  expect(dialable(number)).toBe(digits)
})

test('a number is a link that calls it, with the text as given', () => {
  render(<PhoneLink number="01712-345678" />)
  expect(screen.getByRole('link', { name: '01712-345678' }).getAttribute('href')).toBe('tel:01712345678')
})

test('a number that cannot be dialled is plain text', () => {
  render(<PhoneLink number="০১৭১২৩৪৫৬৭৮" />)
  expect(screen.getByText('০১৭১২৩৪৫৬৭৮').closest('a')).toBeNull()
})
