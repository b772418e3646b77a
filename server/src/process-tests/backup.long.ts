import { expect, test } from 'vitest'
import { backUpUnderLoad } from '../testing/processes/back-up-under-load.ts'

const ROWS = 200_000
const KILLS = 10

test('a backup of two hundred thousand rows under load, after ten that were killed, is restored whole', async ({
  annotate,
}) => {
  const { said, earlier, meanwhile, leftByKills, lost, invented } = await backUpUnderLoad({
    rows: ROWS,
    kills: KILLS,
  })
  await annotate(
    JSON.stringify({
      tried: `a backup under load (${meanwhile} posts meanwhile), after ${KILLS} killed ones: ${said.backup} written, ${said.restore} restored, amcheck clean`,
      trials: KILLS + 1,
      faults: leftByKills + invented + Number(said.backup !== said.restore),
      losses: lost.length,
    }),
    'figures',
  )
  expect({ leftByKills, lost, invented }).toEqual({ leftByKills: 0, lost: [], invented: 0 })
  expect(said.restore).toBe(said.backup)
  expect(earlier).toBeGreaterThan(20)
})
