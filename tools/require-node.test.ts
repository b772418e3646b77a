import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

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

test.each(['22.18.0', '24.0.0', '100.1.0'])('on Node %s the program runs', version => {
  expect(runOn(version)).toEqual({ status: 0, stdout: 'ran\n', stderr: '' })
})
