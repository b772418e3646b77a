import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** The names in an environment file, and its lines that set nothing, or something else than they seem to. */
export type EnvironmentFile = { names: string[]; faults: string[] }

/**
 * Loads `.env` of the working folder into an environment, if it exists. Variables that are already set are not replaced.
 */
export function loadEnvironmentFile(environment = process.env, path = '.env'): EnvironmentFile {
  const text = readEnvironmentFile(path)
  const given = parseEnv(text)
  for (const [name, value] of Object.entries(given)) environment[name] ??= value
  return { names: Object.keys(given), faults: faultsOf(text) }
}

/** `parseEnv` reads every line somehow. The sentences quote none: each could be a part of a secret. */
function faultsOf(text: string): string[] {
  const faults: string[] = []
  const lines = text.split('\n')
  for (let nth = 0; nth < lines.length; nth += 1) {
    const line = (lines[nth] as string).trim().replace(/^export\s+/, '')
    if (line === '' || line.startsWith('#')) continue
    const where = `Line ${nth + 1} of .env`
    const [, value = ''] = /^[^=]*=\s*(.*)$/s.exec(line) ?? []
    const [quote = ''] = /^["'`]/.exec(value) ?? []
    if (!line.includes('=')) {
      const [name = ''] = /^[A-Z][A-Z_]+/.exec(line) ?? []
      faults.push(`${where} has no =. Write ${name || 'NAME'}=VALUE, or # before a comment.`)
    } else if (quote === '') {
      if (/[^\s#]#/.test(value))
        faults.push(`${where} has a # in its value. Put the value in quotation marks.`)
    } else {
      const openedIn = nth
      let rest = value.slice(1)
      while (!rest.includes(quote) && nth + 1 < lines.length) {
        nth += 1
        rest = lines[nth] as string
      }
      // The mark that closes another value would close this one, too.
      if (!rest.includes(quote) || !/^\s*(#.*)?$/.test(rest.slice(rest.indexOf(quote) + 1))) {
        faults.push(`${where} opens a quotation mark (${quote}) that nothing closes.`)
        nth = openedIn
      }
    }
  }
  return faults
}

function readEnvironmentFile(path: string): string {
  try {
    // Editors of Windows write a byte order mark, which would become part of the first name.
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ''
    throw new Error(
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? 'The environment file (.env) is not UTF-8. Save it as UTF-8 text.'
        : `The environment file (.env) cannot be read (${message}). Let the user of this process read it.`,
    )
  }
}

/** Settings of earlier versions that an upgrade leaves without effect. */
const REMOVED =
  /^(ALERT_(WAVE|EFFORT|MINUTES|BACKUP_OFFERS|WEEKLY)_(URGENT|MODERATE|LOW)|ALERT_PRIOR|CACHED_REPLIES|DATABASE_READ_URL|STALLED_READER_SECONDS)$/

type Names = { known: string[]; environment: NodeJS.ProcessEnv; inFile: string[] }

/**
 * Looks for names that are no settings.
 * - A name in `.env` that is almost that of a setting is a fault: the setting keeps its default. If the setting has a value,
 *   too, the name may be another program's, and is a warning.
 * - Any other unknown name in `.env` is a warning: Compose may read the same file.
 * - The environment is full of names of other programs. Only one that is almost a setting is a warning.
 */
export function checkNames({ known, environment, inFile }: Names): { faults: string[]; warnings: string[] } {
  const faults: string[] = []
  const warnings: string[] = []
  const others: string[] = []
  for (const name of new Set([...inFile, ...Object.keys(environment)])) {
    const isInFile = inFile.includes(name)
    if (known.includes(name) || environment[name] === undefined) continue
    if (REMOVED.test(name)) warnings.push(`${name} is no longer a setting, and has no effect. Remove it.`)
    else {
      const near = findNearest(name, known)
      const sentence = `${name} is unknown. Did you mean ${near}?`
      if (near !== null && isInFile && environment[near] === undefined) faults.push(sentence)
      else if (near !== null) warnings.push(sentence)
      else if (isInFile) others.push(name)
    }
  }
  if (others.length > 0)
    warnings.push(`.env has names that are no settings, and have no effect: ${others.sort().join(', ')}.`)
  return { faults, warnings }
}

/** The setting that is the fewest typing errors away, of which a long name can have three and a short one one. */
function findNearest(name: string, known: string[]): string | null {
  const typed = name.toUpperCase().replaceAll('-', '_')
  for (let errors = 0; errors <= Math.min(3, typed.length / 4); errors += 1) {
    const near = known.find(setting => areNear(typed, setting, errors))
    if (near !== undefined) return near
  }
  return null
}

/** Whether so many characters at most are wrong, missing, too many or exchanged with their neighbour. */
function areNear(a: string, b: string, errors: number): boolean {
  let same = 0
  while (same < a.length && a[same] === b[same]) same += 1
  const [x, y] = [a.slice(same), b.slice(same)]
  if (x === y) return true
  if (errors === 0 || Math.abs(x.length - y.length) > errors) return false
  return (
    areNear(x.slice(1), y.slice(1), errors - 1) ||
    areNear(x.slice(1), y, errors - 1) ||
    areNear(x, y.slice(1), errors - 1) ||
    (x[0] === y[1] && x[1] === y[0] && areNear(x.slice(2), y.slice(2), errors - 1))
  )
}
