import fc from 'fast-check'

/** Mostly right, since a wrong part hides all that comes after it. */
export const mostlyValid = <T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: right }, { weight: 2, arbitrary: wrong })
