import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'

const REQUIRE_NODE = fileURLToPath(new URL('./require-node.mjs', import.meta.url))

/** Runs a program with the check on a Node that claims to be this version. */
function runOn(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
  const asked = [
    '--import',
    `data:text/javascript,${pretend}`,
    '--import',
    REQUIRE_NODE,
    '-e',
    'console.log("ran")',
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, asked, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test.each(['20.20.2', '22.17.1'])('on Node %s nothing runs, and the reason is printed', version => {
  const { status, stdout, stderr } = runOn(version)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(`This is Node ${version}`)
  expect(stderr).toContain('needs 22.18 or newer')
  expect(stderr).toContain('npm ci --include=optional')
})

const ROOT = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
function runScript(script: string, word: string) {
  const [command = '', ...words] = script.replace('exec ', '').split(' ')
  const program = command === 'node' ? process.execPath : command
  const { status, stdout, stderr } = spawnSync(program, [...words, word], { cwd: ROOT, encoding: 'utf8' })
  return { status, stdout, stderr: stderr.trim() }
}

/** The gate tries a few. */
const QUICK = ['start', 'test', 'test:watch', 'test:cluster', 'screenshots', 'release']

describe.each(Object.entries(scripts))('npm run %s', (name, script) => {
  const options = QUICK.includes(name) ? {} : { tags: 'long' as const }
  const typed = ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`
  test.each(['--help', '-h'])('with %s prints its usage, and does nothing else', options, word => {
    const { status, stdout, stderr } = runScript(script, word)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^Usage: ${typed}( [^\\n]+)?\\n(\\n|$)`))
  })

  test('refuses an option that there is not in one sentence, which says what to type', options, () => {
    const { status, stdout, stderr } = runScript(script, '--no-such-option')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^Unknown option '--no-such-option'; use: ${typed}( [^\\n]+)?$`))
  })
})

test.each(['100% blood', 'c#', 'what?', 'a:b', '[x]', 'a"b', '$HOME'])(
  'in a folder named %j nothing is built, and the reason is printed',
  name => {
    const folder = join(mkdtempSync(join(tmpdir(), 'folder-')), name)
    onTestFinished(() => rmSync(dirname(folder), { recursive: true }))
    mkdirSync(join(folder, 'tools'), { recursive: true })
    copyFileSync(REQUIRE_NODE, join(folder, 'tools/require-node.mjs'))
    const run = ['--import', './tools/require-node.mjs', '-e', 'console.log("ran")']
    const { status, stdout, stderr } = spawnSync(process.execPath, run, { cwd: folder, encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr.trim()).toMatch(/^The folder .+ has a . in its name, .+ Rename it/)
  },
)

test.each(['22.18.0', '24.0.0', '100.1.0'])('on Node %s the program runs', version => {
  expect(runOn(version)).toEqual({ status: 0, stdout: 'ran\n', stderr: '' })
})
