import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { barriersIn } from './testing/checks/barriers.ts'
import { motionsIn } from './testing/checks/motion.ts'
import { outOfReach } from './testing/checks/reach.ts'
import { smallTargetsIn } from './testing/checks/targets.ts'
import { WIDTHS } from './testing/checks/widths.ts'
import { startProduct } from './testing/product.ts'
import { doorOf, enter } from './testing/scenes/enter.ts'
import type { Scene } from './testing/scenes/scene.ts'
import { SCENES } from './testing/scenes/scenes.ts'
import { aVisitor, PHONE } from './testing/visitor.ts'

const product = await startProduct({}, ['demo'])
afterAll(product.stop)
const signInAs = doorOf(product.url)

const ROUTES = join(import.meta.dirname, '../web/src/app/app.tsx')

test('no page is left out', async () => {
  const routes = [...(await readFile(ROUTES, 'utf8')).matchAll(/<Route path="([^"*]+)"/g)].map(
    ([, path = '']) => (path.startsWith('/') ? path : `/admin/${path}`),
  )
  expect(routes.length).toBeGreaterThan(15)
  const shown = new Set(SCENES.map(({ path }) => path.replace(/[?#].*/, '')))
  expect(routes.filter(route => !shown.has(route))).toEqual([])
})

/**
 * Each page once, and every fourth of the other states, so that the gate stays short. `SCENES=all`, which `npm run
 * test:long` sets, checks every state of every page.
 */
const STATES_PER_CHECK = 4
const isFirstOfItsPage = ({ path }: Scene, place: number) =>
  SCENES.findIndex(scene => scene.path === path) === place
const checked =
  process.env.SCENES === 'all'
    ? SCENES
    : SCENES.filter((scene, place) => isFirstOfItsPage(scene, place) || place % STATES_PER_CHECK === 0)

test.concurrent.for(checked)(
  '$as, $name: everybody perceives, reaches and bears it',
  async (scene, { expect, onTestFinished }) => {
    const visitor = await aVisitor(PHONE, { siteUrl: product.url, atEnd: onTestFinished })
    for (const fault of scene.faults ?? []) visitor.expects(fault)
    await signInAs(visitor.context, scene.as)
    const { page } = visitor
    await enter(page, scene)
    const found: string[] = []
    for (const { name, isWhole, set } of WIDTHS) {
      await set(page)
      const findings = [
        ...(isWhole ? await barriersIn(page) : []),
        ...(await outOfReach(page)),
        ...(isWhole ? await smallTargetsIn(page) : []),
      ]
      found.push(...findings.map(finding => `${name}: ${finding}`))
    }
    found.push(...(await motionsIn(page)))
    expect(found).toEqual([])
  },
)
