import * as z from 'zod/mini'
import { hasVisibleText } from './visible-text.ts'

/** What a form says of itself beyond its fields: which must be filled in, and the sentence when one is not. */
type FormRules = { required: readonly string[]; missing: string }

const formRules = z.registry<FormRules>()

/** Names a schema's required fields and the specification's sentence for a missing one (spec §5). */
export function withRequired<S extends z.ZodMiniType>(schema: S, rules: FormRules): S {
  formRules.add(schema, rules)
  return schema
}

/** What is wrong with a form: one sentence for the whole, one for each field at fault. */
export type Fault = { message: string; fields: Record<string, string> }

type Issue = { path: readonly PropertyKey[]; message: string; keys?: readonly string[] | undefined }

/**
 * Turns a schema's issues into what a person reads. A missing required field speaks first, in the
 * specification's words; otherwise the first field at fault gives the sentence.
 */
export function faultOf(schema: z.ZodMiniType, input: unknown, issues: readonly Issue[]): Fault {
  const fields = new Map<string, string>()
  // An issue without a path: what came is no form at all, so that everything in it is missing.
  const [ofForm, ofFields] = [issues.filter(isOfForm), issues.filter(issue => !isOfForm(issue))]
  const isNoForm = ofForm.length > 0
  for (const issue of ofFields) {
    for (const name of issue.keys ?? [issue.path.join('.')]) {
      if (!fields.has(name)) fields.set(name, issue.keys ? notToBeSet(name) : issue.message)
    }
  }
  const rules = formRules.get(schema)
  const isMissing = rules?.required.some(name => (isNoForm || fields.has(name)) && isBlank(input, name))
  const [first = 'This is not in the form that is expected here.'] = fields.values()
  return { message: isMissing && rules ? rules.missing : first, fields: Object.fromEntries(fields) }
}

const isOfForm = ({ keys, path }: Issue) => !keys && path.length === 0

const notToBeSet = (name: string) => `${name.trim() || 'A field without a name'} cannot be set here.`

/** What is said where a schema has no sentence of its own: to callers by hand, since no page lets it happen. */
function plainly(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_small') return `Expected at least ${issue.minimum}.`
  if (issue.code === 'too_big') return `Expected at most ${issue.maximum}.`
  if (issue.code === 'invalid_value') return `Expected one of: ${issue.values.join(', ')}.`
  if (issue.code === 'invalid_type') return `Expected: ${issue.expected}.`
  return 'This is not what is expected here.'
}

/** Parses a form; gives its values or what is wrong with it. */
export function checkForm<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
): { values: z.output<S>; fault?: never } | { values?: never; fault: Fault } {
  const checked = schema.safeParse(input, { error: plainly })
  return checked.success
    ? { values: checked.data }
    : { fault: faultOf(schema, input, checked.error.issues as readonly Issue[]) }
}

function isBlank(input: unknown, name: string) {
  if (typeof input !== 'object' || input === null) return true
  const value: unknown = Reflect.get(input, name)
  return value === undefined || value === null || (typeof value === 'string' && !hasVisibleText(value))
}

/** C0 and C1 control characters; PostgreSQL stores no NUL, and nobody types the others. */
const NO_CONTROLS = /^\P{Cc}*$/u
const NO_CONTROLS_BUT_BREAKS = /^[\P{Cc}\n\r\t]*$/u

const text = (label: string, most: number, allowed: RegExp) =>
  z.string(`${label} is required.`).check(
    z.trim(),
    z.maxLength(most, `${label} must be at most ${most} characters long.`),
    z.regex(allowed, `${label} holds characters that cannot be stored.`),
    z.refine(value => value.isWellFormed(), `${label} holds characters that cannot be stored.`),
  )

/** One line of text that must be there for those who read it. */
export const requiredLine = (label: string, most: number) =>
  text(label, most, NO_CONTROLS).check(z.refine(hasVisibleText, `${label} is required.`))

/** One line of text that may be left out; what is blank becomes null. */
export const optionalLine = (label: string, most: number) => optional(text(label, most, NO_CONTROLS))

/** Text of several lines that may be left out; what is blank becomes null. */
export const optionalText = (label: string, most: number) =>
  optional(text(label, most, NO_CONTROLS_BUT_BREAKS))

function optional(schema: ReturnType<typeof text>) {
  return z.pipe(
    z._default(z.nullable(schema), null),
    z.transform(value => (value !== null && hasVisibleText(value) ? value : null)),
  )
}

/** The id of a stored record, in the small letters in which ids are compared. */
export const Id = z.uuid('This is not an id of ours.').check(z.toLowerCase())

/** The path parameter of the calls that are about one record. */
export const IdParams = z.strictObject({ id: Id })
