import * as z from 'zod/mini'
import { cleanCode, cleanText, hasVisibleText } from './typed-text/clean.ts'

/**
 * The first check of every string that a call brings: a longer one is checked no further. A body may have 64 kB, and other
 * checks can take more time than in proportion to the length.
 */
export const maxLength = (max: number, error?: string) => z.maxLength(max, { error, abort: true })

/** The required fields of a form, and the sentence if one of them is missing. */
type FormRules = { required: readonly string[]; missing: string }

const formRules = z.registry<FormRules>()

/** Names a schema's required fields and the specification's sentence for a missing one (spec §5). */
export function withRequired<S extends z.ZodMiniType>(schema: S, rules: FormRules): S {
  formRules.add(schema, rules)
  return schema
}

/** What is wrong with a form: one sentence for the whole form and one for each invalid field. */
export type Fault = { message: string; fields: Record<string, string> }

type Issue = { path: readonly PropertyKey[]; message: string; keys?: readonly string[] | undefined }

/**
 * Turns a schema's issues into sentences for a person. A missing required field has precedence, in the
 * specification's words; otherwise the sentence of the first invalid field is used.
 */
function faultOf(schema: z.ZodMiniType, input: unknown, issues: readonly Issue[]): Fault {
  const fields = new Map<string, string>()
  // An issue without a path means that the input is not an object, so every field is missing.
  const [formIssues, fieldIssues] = [
    issues.filter(concernsWholeForm),
    issues.filter(issue => !concernsWholeForm(issue)),
  ]
  const isNotAnObject = formIssues.length > 0
  for (const issue of fieldIssues) {
    for (const name of issue.keys ?? [issue.path.join('.')]) {
      if (!fields.has(name)) fields.set(name, issue.keys ? unknownFieldMessage(name) : issue.message)
    }
  }
  const names = isNotAnObject ? formRules.get(schema)?.required : [...fields.keys()]
  const [missing] = names?.map(name => missingMessage(schema, input, name)).filter(Boolean) ?? []
  const [first = 'The input does not have the expected format.'] = fields.values()
  return { message: missing ?? first, fields: Object.fromEntries(fields) }
}

/** The sentence of the form if a field is required and empty; the sentence says of which fields it is. */
export function missingMessage(schema: z.ZodMiniType, input: unknown, name: string): string | undefined {
  const rules = formRules.get(schema)
  return rules?.required.includes(name) && isBlank(input, name) ? rules.missing : undefined
}

const concernsWholeForm = ({ keys, path }: Issue) => !keys && path.length === 0

const unknownFieldMessage = (name: string) => `${name.trim() || 'A field without a name'} cannot be set here.`

/** The sentence for a schema that has none of its own. Only hand-written calls see it; the pages cannot cause it. */
function defaultMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_small') return `Expected at least ${issue.minimum}.`
  if (issue.code === 'too_big') return `Expected at most ${issue.maximum}.`
  if (issue.code === 'invalid_value') return `Expected one of: ${issue.values.join(', ')}.`
  if (issue.code === 'invalid_type') return `Expected: ${issue.expected}.`
  return 'This value is not valid.'
}

/** Parses a form. Returns its values or what is wrong with it. */
export function checkForm<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
): { values: z.output<S>; fault?: never } | { values?: never; fault: Fault } {
  const checked = schema.safeParse(input, { error: defaultMessage })
  return checked.success
    ? { values: checked.data }
    : { fault: faultOf(schema, input, checked.error.issues as readonly Issue[]) }
}

function isBlank(input: unknown, name: string) {
  if (typeof input !== 'object' || input === null) return true
  const value: unknown = Reflect.get(input, name)
  if (value === undefined || value === null) return true
  return typeof value === 'string' && !(isPassword(name) ? value : hasVisibleText(value))
}

/** Every character of a password counts, blanks too. */
const isPassword = (name: string) => /password$/i.test(name)

/** C0 and C1 control characters; PostgreSQL stores no NUL, and nobody types the others. */
const NO_CONTROLS = /^\P{Cc}*$/u
const NO_CONTROLS_BUT_BREAKS = /^[\P{Cc}\n\r\t]*$/u

const text = (label: string, max: number, { allowed = NO_CONTROLS, clean = cleanText } = {}) =>
  z.string(`${label} is required.`).check(
    z.overwrite(clean),
    maxLength(max, `${label} must be at most ${max} characters long.`),
    z.regex(allowed, `${label} contains characters that cannot be stored.`),
    z.refine(value => value.isWellFormed(), `${label} contains characters that cannot be stored.`),
  )

/** One line of text that is required and must be visible. */
export const requiredLine = (label: string, max: number) =>
  text(label, max).check(z.refine(hasVisibleText, `${label} is required.`))

/** A required line that machines compare, such as an id. */
export const requiredCode = (label: string, max: number) =>
  text(label, max, { clean: cleanCode }).check(z.refine(hasVisibleText, `${label} is required.`))

/** One optional line of text; blank text becomes null. */
export const optionalLine = (label: string, max: number) => optional(text(label, max))

/** Optional text of several lines; blank text becomes null. */
export const optionalText = (label: string, max: number) =>
  optional(text(label, max, { allowed: NO_CONTROLS_BUT_BREAKS }))

function optional(schema: ReturnType<typeof text>) {
  return z.pipe(
    z._default(z.nullable(schema), null),
    z.transform(value => (value !== null && hasVisibleText(value) ? value : null)),
  )
}

const NO_ID = 'This is not a valid id.'

/** The id of a stored record, in lower case as ids are compared. */
export const Id = z
  .string(NO_ID)
  .check(maxLength('00000000-0000-0000-0000-000000000000'.length, NO_ID), z.uuid(NO_ID), z.toLowerCase())

/** A date as a form field has it, `YYYY-MM-DD`. */
export const calendarDate = (error: string) =>
  z.string(error).check(z.overwrite(cleanCode), maxLength('YYYY-MM-DD'.length, error), z.iso.date(error))

const DAY_INVALID = 'This is not a real date.'

/** The first or last day of a list or summary. */
export const Day = calendarDate(DAY_INVALID).check(z.refine(day => day >= '1900-01-01', DAY_INVALID))

/** The path parameter of endpoints for one record. */
export const IdParams = z.strictObject({ id: Id })

/** A success, as a sentence for the person. */
export const SuccessReply = z.object({ message: z.string() })
