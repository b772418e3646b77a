import type * as z from 'zod/mini'

type CheckDef = {
  check?: string
  minimum?: number
  maximum?: number
  value?: number
  format?: string
  pattern?: RegExp
}

/** The constraints of a string or number schema, gathered from its checks. */
export type SchemaChecks = { min: number | undefined; max: number | undefined; patterns: RegExp[] }

/** The limits and patterns of a schema, except patterns of formats. A refinement cannot be inspected. */
export function checksOf(schema: z.core.$ZodType): SchemaChecks {
  const own = schema._zod.def as CheckDef & { checks?: { _zod: { def: CheckDef } }[] }
  const all = [own, ...(own.checks ?? []).map(({ _zod }) => _zod.def)]
  const limitOf = (...checks: string[]) => all.findLast(({ check = '' }) => checks.includes(check))
  const min = limitOf('min_length', 'greater_than')
  const max = limitOf('max_length', 'less_than')
  return {
    min: min?.minimum ?? min?.value,
    max: max?.maximum ?? max?.value,
    patterns: all.filter(({ format }) => format === 'regex').flatMap(({ pattern }) => pattern ?? []),
  }
}
