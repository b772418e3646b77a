import { readFileSync } from 'node:fs'

const OPERATIONS = new URL('../../../../docs/operations.md', import.meta.url)

/**
 * The lines of the first commands of a section of docs/operations.md.
 * @throws if there is no such section, or it has no commands
 */
export function documentedCommands(section: string): string[] {
  const [, text] = readFileSync(OPERATIONS, 'utf8').split(`\n## ${section}\n`)
  const commands = /^```sh\n([\s\S]*?)^```/m.exec(text?.split('\n## ')[0] ?? '')?.[1]
  if (!commands) throw new Error(`docs/operations.md has no commands in "${section}".`)
  return commands.trimEnd().split('\n')
}
