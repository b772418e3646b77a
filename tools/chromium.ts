import { findProgram, installDebianPackage, isProgram, type Machine, thisMachine } from './debian-package.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

const HOW_TO_INSTALL =
  'The journeys need a Chromium, and none was found. Install one (on Debian: apt-get install chromium), ' +
  'or say with CHROMIUM_PATH where it is.'

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

const installChromium = async (machine: Machine) =>
  (await installDebianPackage(machine, 'chromium')) ? findChromium(machine.environment) : null
