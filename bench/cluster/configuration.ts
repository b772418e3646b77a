import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Addresses, DOCUMENTED, MACHINES, type MachineName } from './addresses.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy/cluster')

type File = 'etcd.env' | 'patroni.env' | 'patroni.yml' | 'haproxy.cfg'

/** Each replacement must be found, so that the trials always use what the files say. */
export type Replacements = [documented: string, used: string][]

/**
 * A file of `deploy/cluster` with addresses, folders and passwords of this run, as an operator replaces them.
 * @throws if the file does not contain what is to be replaced
 */
export async function configurationFile(name: File, replacements: Replacements): Promise<string> {
  let text = await readFile(join(DEPLOY, name), 'utf8')
  for (const [documented, used] of replacements) {
    if (!text.includes(documented))
      throw new Error(`deploy/cluster/${name} no longer contains ${documented}.`)
    text = text.replaceAll(documented, used)
  }
  return text
}

/** The addresses of the three database machines. */
export const machineAddresses = ({ machines }: Addresses): Replacements =>
  MACHINES.map(name => [DOCUMENTED[name], machines[name]])

/** What differs between the machines. */
export const thisMachine = ({ machines }: Addresses, name: MachineName): Replacements => [
  ['THIS_NAME', name],
  ['THIS_ADDRESS', machines[name]],
]

/** Reads `NAME=value` lines, as systemd does. */
export function readEnvironmentFile(text: string): Record<string, string> {
  const lines = text.split('\n').filter(line => /^\w+=/.test(line))
  return Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}
