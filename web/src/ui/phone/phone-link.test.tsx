import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PhoneLink } from './phone-link.tsx'

test('a number is a link that calls it, with the text as given', () => {
  render(<PhoneLink number="01712-345678" />)
  expect(screen.getByRole('link', { name: '01712-345678' }).getAttribute('href')).toBe('tel:01712345678')
})

test('digits of another script, as they may be stored, are dialled', () => {
  render(<PhoneLink number="০১৭১২-৩৪৫৬৭৮" />)
  expect(screen.getByRole('link').getAttribute('href')).toBe('tel:01712345678')
})

test('two numbers, as they may be stored, are plain text', () => {
  render(<PhoneLink number="01712345678 / 01812345678" />)
  expect(screen.getByText('01712345678 / 01812345678').closest('a')).toBeNull()
})
