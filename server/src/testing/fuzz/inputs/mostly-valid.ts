import fc from 'fast-check'

/** Mostly valid, because one invalid part hides faults in everything that is checked after it. */
export const mostlyValid = <T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: right }, { weight: 2, arbitrary: wrong })
