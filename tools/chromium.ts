import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { passes } from './gate/programs.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

const HOW_TO_INSTALL =
  'The journeys need a Chromium, and none was found. Install one (on Debian: apt-get install chromium), ' +
  'or say with CHROMIUM_PATH where it is.'

type Machine = { environment: NodeJS.ProcessEnv; isRoot: boolean; run: typeof passes }

const thisMachine = (): Machine => ({
  environment: process.env,
  isRoot: process.getuid?.() === 0,
  run: passes,
})

/**
 * The path of a Chromium: CHROMIUM_PATH, else the first on the PATH, else Debian's, installed now if we may.
 * @throws in a sentence that says what to do
 */
export async function requireChromium(machine: Machine = thisMachine()): Promise<string> {
  const chromium = findChromium(machine.environment) ?? (await installChromium(machine))
  if (chromium === null) throw new Error(HOW_TO_INSTALL)
  return chromium
}

function findChromium({ CHROMIUM_PATH, PATH }: NodeJS.ProcessEnv): string | null {
  if (!CHROMIUM_PATH) return findProgram(NAMES, PATH)
  if (isProgram(CHROMIUM_PATH)) return CHROMIUM_PATH
  throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, and no program is there.`)
}

async function installChromium({ environment, isRoot, run }: Machine): Promise<string | null> {
  const aptGet = findProgram(['apt-get'], environment.PATH)
  if (!isRoot || aptGet === null) return null
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  const isInstalled =
    (await run(aptGet, ['update'], quiet)) &&
    (await run(aptGet, ['install', '--yes', '--no-install-recommends', 'chromium'], quiet))
  return isInstalled ? findChromium(environment) : null
}

function findProgram(names: string[], path = ''): string | null {
  const folders = path.split(delimiter).filter(Boolean)
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(isProgram) ?? null
}

function isProgram(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
