import { resolve } from 'node:path'

/**
 * The file that a command is given, as a whole path.
 * @throws when there is none, or more than one word
 */
export function fileArgument(command: string, words: string[]): string {
  const [file, ...more] = words
  if (!file || more.length > 0) throw new Error(`Usage: npm run ${command} -- FILE`)
  return resolve(file)
}
