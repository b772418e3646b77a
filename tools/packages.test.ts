import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Locked = { version: string; engines?: { node?: string } }
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}
const installed = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'))

/**
 * npm itself may run in Node 20 and warns of packages that demand more, though they run in the Node that npm installs. Their
 * `engines` are taken out of package-lock.json, and come back when such a package is updated.
 */
test('npm finds no package that demands more than Node 20', () => {
  const demanding = installed.filter(([, { engines }]) => {
    const majors = [...(engines?.node ?? '').matchAll(/(?:^|\|\||>=|\^|~)\s*(\d+)/g)].map(([, major]) =>
      Number(major),
    )
    return majors.length > 0 && Math.min(...majors) > 20
  })
  expect(demanding.map(([path]) => path)).toEqual([])
})
