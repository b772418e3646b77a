import fc from 'fast-check'
import type * as z from 'zod/mini'
import { KNOWN } from '../population.ts'
import { inputsOf } from './inputs-of.ts'
import { mostlyValid } from './mostly-valid.ts'
import { corrupted, oddValues } from './odd-inputs.ts'

const RAW_BODIES: (string | Uint8Array)[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '\ufeff{}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{}}}',
  '['.repeat(5000),
  `"${'x'.repeat(70_000)}"`,
  Uint8Array.of(0xff, 0xfe, 0x7b),
  Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22),
]

/** Bodies as sent over HTTP; an empty one stands for no body. */
export function bodiesOf(schema: z.ZodMiniType | undefined): fc.Arbitrary<string | Uint8Array> {
  const raw = fc.oneof(
    fc.constantFrom(...RAW_BODIES),
    fc.uint8Array({ maxLength: 20 }),
    oddValues.map(asJson),
  )
  if (!schema) return fc.oneof({ weight: 8, arbitrary: fc.constant('') }, { weight: 1, arbitrary: raw })
  const right = inputsOf(schema, KNOWN)
  const cut = fc.tuple(right.map(asJson), fc.nat(40)).map(([text, at]) => text.slice(0, -1 - at))
  const wrong = fc.oneof(
    { weight: 4, arbitrary: corrupted(right).map(asJson) },
    { weight: 1, arbitrary: right.map(asJson).map(withBadBytes) },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: raw },
  )
  return mostlyValid<string | Uint8Array>(right.map(asJson), wrong)
}

/** Inserts bytes that are not valid UTF-8 into the first string. */
function withBadBytes(text: string) {
  const at = text.indexOf(':"') + 2
  const [before, after] = [text.slice(0, at), text.slice(at)].map(part => Buffer.from(part))
  return Buffer.concat([before ?? Buffer.of(), Buffer.of(0xed, 0xa0, 0x80), after ?? Buffer.of()])
}

const asJson = (value: unknown) => JSON.stringify(value) ?? ''
