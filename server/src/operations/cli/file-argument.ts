import { resolve } from 'node:path'

/**
 * The file argument of a command, as an absolute path.
 * @throws unless there is exactly one argument
 */
export function fileArgument(command: string, words: string[]): string {
  const [file, ...more] = words
  if (!file || more.length > 0) throw new Error(`Usage: npm run ${command} -- FILE`)
  return resolve(file)
}
