import type * as z from 'zod/mini'

/** A place in an input: names of fields, and 0 for the first of a list. */
type FieldPath = (string | number)[]

/** A place where an input may have text, with its schema. */
type StringField = { path: FieldPath; schema: z.core.$ZodType }

/**
 * Finds every place of an input where its schema accepts text, nested ones too.
 * @throws Error for a schema type that is not known here
 */
export function stringFieldsOf(schema: z.core.$ZodType, path: FieldPath = []): StringField[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
    case 'enum':
      return [{ path, schema }]
    case 'number':
      return def.coerce ? [{ path, schema }] : []
    case 'boolean':
    case 'null':
    case 'literal':
      return []
    case 'union':
      return def.options.flatMap(option => stringFieldsOf(option, path))
    case 'nullable':
    case 'optional':
    case 'default':
      return stringFieldsOf(def.innerType, path)
    case 'pipe':
      // What is changed before it is checked.
      return stringFieldsOf(def.in._zod.def.type === 'transform' ? def.out : def.in, path)
    case 'array':
      return stringFieldsOf(def.element, [...path, 0])
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => stringFieldsOf(field, [...path, name]))
    default:
      throw new Error(`Schemas of type ${def.type} are not supported yet.`)
  }
}

/** A copy of an input with a text in one place. */
export function withTextAt(input: unknown, [first, ...rest]: FieldPath, text: string): unknown {
  if (first === undefined) return text
  const inner = withTextAt(Reflect.get(Object(input), first), rest, text)
  return typeof first === 'number' ? [inner] : { ...Object(input), [first]: inner }
}

/**
 * Whether nothing looks at a text before its length is checked, and nothing at one that is too long. Trimming and
 * lower case, which cost what the length costs, may come first.
 */
export function isLengthCheckedFirst(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type !== 'string') return true
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def as { check: string; abort?: boolean })
  const first = checks.find(({ check }) => check !== 'overwrite')
  // A schema like `z.email()` begins with a check of its own.
  return !('check' in def) && first?.check === 'max_length' && first.abort === true
}
