import { expect, test } from 'vitest'
import { check, passes } from './programs.ts'

test('a program passes if it exits with 0, not with another code or a signal', async () => {
  expect(await passes('node', ['-e', ''])).toBe(true)
  expect(await passes('node', ['-e', 'process.exit(3)'])).toBe(false)
  expect(await passes('node', ['-e', "process.kill(process.pid, 'SIGKILL')"])).toBe(false)
  await expect(passes('no-such-program', [])).rejects.toThrow('no-such-program')
})

test('programs run in the root folder, without input, and with installed programs first', async () => {
  const program = `
    const isRight = require('node:fs').existsSync('package-lock.json')
      && process.env.PATH.split(':')[0].endsWith('/node_modules/.bin')
      && require('node:fs').readFileSync(0).length === 0
      && process.env.BLOOD === 'O+'
    process.exit(isRight ? 0 : 1)`
  expect(await passes('node', ['-e', program], { BLOOD: 'O+' })).toBe(true)
})

test('a program is one check', async () => {
  expect(await check('node', '-e', '')).toEqual({ passed: 1, skipped: 0, faults: [] })
  await expect(check('node', '-e', 'process.exit(1)')).rejects.toThrow(
    'node -e process.exit(1) failed: see its output above.',
  )
})
